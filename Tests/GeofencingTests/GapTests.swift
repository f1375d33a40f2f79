import TestSupport
import Testing

@testable import Geofencing

/// What a receiver says that has seen nothing for a while.
struct GapTests {
    /// Two fixes `every` seconds apart, nothing for `gap` seconds, and then four, a second apart.
    private func accepted(
        every: Double = 1, gap: Double, speed: Double? = 10, after: [Double] = [0, 1, 2, 3]
    ) -> String {
        let times = [0, every] + after.map { every + gap + $0 }
        let track = Track(fixes: times.map { ($0, $0 * 10) }, speed: speed)
        return String(track.accepted.map { $0 ? "●" : " " })
    }

    @Test func `of a steady receiver three fixes over two seconds are awaited after 25 s`() {
        #expect(accepted(gap: 25) == "●●●●●●")
        #expect(accepted(gap: 25.1) == "●●  ●●")
    }

    @Test func `two seconds are not quite two, and two fixes are not three`() {
        #expect(accepted(gap: 100, after: [0, 1, 1.9, 2]) == "●●   ●")
        #expect(accepted(gap: 100, after: [0, 1, 2, 3]) == "●●  ●●")
        #expect(accepted(gap: 100, after: [0, 20, 21, 22]) == "●●  ●●")
    }

    @Test func `steady is a fix at least every 5 s`() {
        #expect(accepted(every: 5, gap: 60) == "●●  ●●")
        #expect(accepted(every: 5.001, gap: 60) == "●●●●●●")
    }

    @Test func `a receiver that does not report its speed is believed at once`() {
        #expect(accepted(gap: 60, speed: nil) == "●●●●●●")
    }

    @Test func `the first gap of all is none of a steady receiver`() {
        let track = Track(fixes: [(0, 0), (60, 600), (61, 610)], speed: 10)
        #expect(track.accepted == [true, true, true])
    }

    @Test func `fixes that contradict each other are not believed`() {
        // Off by 300 m, then by 200 m, and then right.
        let track = Track(
            fixes: [(0, 0), (1, 10), (60, 900), (61, 800), (62, 620), (63, 630), (64, 640)],
            speed: 10)
        #expect(track.accepted == [true, true, false, false, false, false, true])
    }

    @Test func `a jump before the gap proves nothing after it`() {
        let track = Track(
            fixes: [(0, 0), (1, 10), (2, 300), (60, 600), (61, 610), (62, 620)], speed: 10)
        #expect(track.accepted == [true, true, false, false, false, true])
    }

    @Test
    func `of a receiver that wakes for two fixes at a time, the third counts with those before`() {
        let bursts = (0..<30).flatMap { [Double($0) * 30, Double($0) * 30 + 1] }
        let track = Track(fixes: bursts.map { ($0, $0 * 1.4) }, speed: 1.4)
        let pairs = stride(from: 0, to: 12, by: 2).map { track.accepted[$0] }
        #expect(pairs == [true, false, true, false, true, false], "each other pair, not none")
    }

    @Test func `after a second gap, what came since the first counts`() {
        let track = Track(
            fixes: [(0, 0), (1, 10), (60, 600), (61, 610), (100, 1000), (101, 1010), (102, 1020)],
            speed: 10)
        #expect(track.accepted == [true, true, false, false, true, true, true])
    }

    @Test func `a steady receiver that slows down loses two fixes, once`() {
        let slow = (1...6).map { (Double($0) * 60, Double($0) * 600) }
        let track = Track(fixes: [(0, 0), (1, 10)] + slow, speed: 10)
        #expect(track.accepted == [true, true, false, false, true, true, true, true])
    }

    @Test func `a segment has no gap before it, and no steadiness from before`() {
        var filter = FixFilter()
        let fixes = Track(
            fixes: [(0, 0), (1, 10), (2, 20), (60, 9000), (120, 9600), (180, 10_200)], speed: 10
        ).all.enumerated().map { number, fix in
            var fix = fix
            fix.startsSegment = number == 3
            return fix
        }
        let dropReasons = fixes.map { fix in
            var fix = fix
            return filter.dropReason(for: &fix)
        }
        #expect(dropReasons == Array(repeating: nil, count: 6))
    }

    @Test func `a clock put back is no gap, and what comes after it is none either`() {
        let track = Track(
            fixes: [(1000, 0), (1001, 10), (0, 20), (60, 620), (61, 630)], speed: 10)
        #expect(track.accepted == [true, true, true, true, true])
    }

    @Test(arguments: [nil, 14] as [Double?])
    func `a fix a minute loses none`(speed: Double?) {
        let track = Track(
            fixes: (0..<100).map { (Double($0) * 60, Double($0) * 800) }, speed: speed)
        #expect(track.accepted.allSatisfy { $0 })
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>, [nil, 14] as [Double?])
    func `neither does an irregular receiver that is not steady`(seed: UInt64, speed: Double?) {
        var random = SplitMix64(seed: seed)
        var time = 0.0
        var fixes: [(Double, Double)] = []
        for _ in 0..<300 {
            time += .random(in: 5.1...120, using: &random)
            fixes.append((time, time * 14))
        }
        let track = Track(fixes: fixes, speed: speed)
        #expect(track.accepted.allSatisfy { $0 })
    }

    @Test func `short intervals lose none before gaps of up to 25 s`() {
        var random = SplitMix64(seed: 7)
        var time = 0.0
        var fixes: [(Double, Double)] = []
        for _ in 0..<300 {
            time += .random(in: 0.1...25, using: &random)
            fixes.append((time, time * 14))
        }
        #expect(Track(fixes: fixes, speed: 14).accepted.allSatisfy { $0 })
    }
}
