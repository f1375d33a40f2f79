import Geofencing
import Testing

@testable import Simulation

struct ScoreTests {
    private static let start = Timestamp(seconds: 1_777_629_600)

    private func time(_ seconds: Double) -> String { (Self.start + seconds).description }

    private func visit(
        _ region: String, _ from: Double, _ to: Double, allowed: Int = 1, clear: Bool = true,
        _ tags: [Visits.Tag] = []
    ) -> Visits.Visit {
        Visits.Visit(
            region: region, nearFrom: time(from - 5), nearTo: time(to + 5), nearest: 50,
            allowed: allowed, enter: time(from), exit: time(to), insideSeconds: to - from,
            clear: clear, tags: tags)
    }

    private func score(_ told: [(String, Double)]) -> Score {
        let truth = Visits(
            name: "x", start: time(0), hours: 0.5,
            visits: [
                visit("a", 100, 200), visit("b", 300, 310, [.pass]), visit("c", 400, 500),
                visit("d", 600, 700, clear: false, [.shallow]),
                visit("a", 900, 1000, allowed: 2),
            ],
            grazes: [
                Visits.Graze(
                    region: "e", nearFrom: time(300), nearTo: time(320), nearest: 210,
                    allowed: 1)
            ])
        return Score(
            told.map { EnterNotice(region: $0.0, time: Self.start + $0.1) }, against: truth)
    }

    @Test func `all told in time is all well`() {
        let score = score([
            ("a", 101), ("b", 303), ("c", 398), ("d", 600), ("a", 904), ("a", 950),
        ])
        #expect(score.recall == Score.Share(count: 4, total: 4))
        #expect(score.recallOfAll == Score.Share(count: 5, total: 5))
        #expect(score.reportedOnce == Score.Share(count: 4, total: 4))
        #expect(score.passes == Score.Share(count: 1, total: 1))
        #expect(score.missed == 0 && score.duplicates == 0 && score.falseEnters == 0)
        #expect(score.medianDelay == 1 && score.slowDelay == 4)
    }

    @Test func `late is missed, twice is a duplicate, and far from all is false`() {
        let score = score([
            ("a", 131), ("a", 150), ("a", 310), ("c", 429), ("c", 700), ("z", 100), ("e", 310),
            ("a", 945), ("a", 950), ("a", 960), ("a", 1124), ("a", 1126),
        ])
        // 131 is 31 s late; 150 and 310 repeat it, as 960 and 1124 repeat what was told twice.
        #expect(score.recall == Score.Share(count: 1, total: 4))
        #expect(score.missed == 3)
        #expect(score.duplicates == 4)
        // 700 in c, z, and 1126 in a.
        #expect(score.falseEnters == 3)
        #expect(score.passes == Score.Share(count: 0, total: 1))
        #expect(score.medianDelay == 31 && score.slowDelay == 45)
    }

    @Test func `without notices everything is missed`() {
        let score = score([])
        #expect(score.missed == 4 && score.medianDelay == nil)
        #expect(score.recall.percent == 0)
    }
}
