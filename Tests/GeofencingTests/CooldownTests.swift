import Testing

@testable import Geofencing

/// Half minutes are drawn: `·` is 500 m away, where one has left but may be back soon, `~` at the
/// edge, `>` 100 m beyond it, `^` 600 m.
struct CooldownTests {
    private func told(
        _ line: String, every: Double = 30, accuracy: Double = 10, speed: Double? = nil
    ) -> String {
        Walk(line: line, every: every, accuracy: accuracy, speed: speed).told
    }

    @Test func `an enter less than two and a half minutes after leaving is not told`() {
        #expect(told("●·●") == "iX")
        #expect(told("●···●") == "iX", "two minutes")
        #expect(told("●····●", every: 29.99) == "iX")
    }

    @Test func `an enter two and a half minutes after leaving is told`() {
        #expect(told("●····●") == "iX   E")
    }

    @Test func `they begin with the last fix in the circle, not with the exit`() {
        // 300 m away, where leaving takes half a minute.
        #expect(told("●>>>>●") == "i  X E")
        #expect(told("●>>>●") == "i  X")
        #expect(told("●~>>>●") == "i   XE", "at the edge one is out, too")
    }

    @Test func `whoever lingers at the edge has not been away`() {
        #expect(told("●·~~~····●") == "iX       E", "a minute at the edge …")
        #expect(told("●·~~~···●") == "iX", "… and from then on two and a half")
        #expect(told("●~~~>>>●") == "i     X", "before it is told that one has left, too")
        #expect(told("●··~··●") == "iX    E", "who passes by does not linger")
        #expect(told("●·~~~~~~~~~~~~~~~~●") == "iX")
        #expect(told("●·~~~~~~~~~~~~~~~~····●") == "iX                    E")
    }

    @Test func `whoever stands has been away only where no error is as large`() {
        #expect(told("●>>>>>●", speed: 0.3) == "i    X")
        #expect(told("●>>>>>●", speed: 1.3) == "i  X  E", "on the move")
        #expect(told("●·····●", speed: 0.3) == "iX    E", "300 m beyond the edge")
    }

    @Test func `a speed of 0 after a gap says nothing about the way there`() {
        #expect(told("●>>>>●", every: 61, speed: 0) == "i  X E", "a phone that reports its stops")
        #expect(told("●>>>>●", every: 59, speed: 0) == "i   X")
    }

    /// Seconds out of the circle, the metres beyond its edge that it came to at most, and what is told.
    @Test(arguments: [
        (160.0, 75.0, true), (160, 73, false), (140, 75, false), (1200, 60, false),
        (2410, 60, true),
    ])
    func `it takes 74 m beyond the edge, or forty minutes`(
        seconds: Double, beyond: Double, isTold: Bool
    ) {
        let away = stride(from: 5, to: seconds, by: 5).map { ($0, 200 + beyond) }
        let fixes = Track(fixes: [(0, 100)] + away + [(seconds, 100)]).all
        var monitor = GeofenceMonitor()
        let set = RegionSet(regions: [Walk(line: "").region], reach: .infinity)
        monitor.load(set, around: fixes[0], cause: .startup)
        let told = fixes.flatMap { monitor.transitions(at: $0) }.map(\.kind)
        #expect(told == (isTold ? [.enter, .exit, .enter] : [.enter, .exit]))
    }

    @Test func `however far away one was, it takes the time`() {
        #expect(told("●··●", every: 10) == "iX")
        #expect(told("●·^●", every: 10) == "iX")
        #expect(told("●^●", every: 10) == "iX")
        #expect(told("●^^^^●") == "iX   E")
    }

    @Test func `without a time, each return is told`() {
        var walk = Walk(line: "●·●>>>>●", every: 30, accuracy: 10)
        walk.monitor.rules.cooldown.time = 0
        #expect(walk.told == "iXE  X E")
        walk.line = "<><>"
        walk.every = 10
        #expect(walk.told == " ppp", "a pass between two fixes once")
    }

    @Test func `a pass-through that ends far away begins it, too`() {
        // 300 m west to 800 m east, with the way that takes allowed.
        var walk = Walk(line: "<^<")
        walk.monitor.rules.passThrough.longestWay = 1101
        #expect(walk.told == " p")
    }

    @Test func `an untold stay tells no exit and no dwell`() {
        #expect(told("●·●●●●●●●●●●●●●●●●●●●·") == "iX")
    }

    @Test func `an unsure stay that began too early is not told later`() {
        // Confirmed by the second fix inside, when the time is not over.
        #expect(told("●·○○○○○○○○○○○○○○", accuracy: 20) == "iX")
        #expect(told("●···○○○", accuracy: 20) == "iX", "it was inside already")
        #expect(told("●····○○○", accuracy: 20) == "iX    E")
    }

    @Test func `the time begins anew with the exit of an untold stay`() {
        #expect(told("●·●●●●●●●●●···●") == "iX")
        #expect(told("●·●●●●●●●●●····●") == "iX             E")
    }

    @Test func `after a pass-through there is a cool-down too`() {
        #expect(told("<><>", every: 60) == " p")
        #expect(told("<>>>>>>>>>>>>>>>>><", every: 60) == " p                p")
    }

    @Test func `a pass-through that is not told begins it anew`() {
        // Fixes in seconds 0, 55, 110 …: through until second 45.8, and back until second 100.8.
        #expect(told("<>>>●", every: 55) == " p  E")
        #expect(told("<><<●", every: 55) == " p")
        #expect(told("<><<<●", every: 55) == " p   E")
    }

    @Test func `a pass-through is news from when it begins, on whichever fix that is seen`() {
        // Out in second 45.8, and in again in second 174.2 or 229.2.
        #expect(told("<>>><", every: 55) == " p")
        #expect(told("<>>>><", every: 55) == " p   p")
    }

    @Test func `a region that is removed forgets it`() {
        #expect(Walk(line: "●··●", every: 30, loads: "s -+").told == "iX i")
    }

    @Test func `a clock put back does not change how long one was away`() {
        for (away, isTold) in [(149.9, false), (150, true)] {
            var monitor = GeofenceMonitor()
            let set = RegionSet(regions: [Walk(line: "").region], reach: .infinity)
            var told: [Transition.Kind] = []
            // The step itself counts for nothing.
            let times = [("●", 0.0), ("·", 30), ("·", 90), ("·", -3600), ("●", -3690 + away)]
            for (symbol, seconds) in times {
                let fix = Walk.fix(Character(symbol), at: Walk.noon + seconds, accuracy: 10)!
                if seconds == 0 { monitor.load(set, around: fix, cause: .startup) }
                told += monitor.transitions(at: fix).map(\.kind)
            }
            #expect(told == (isTold ? [.enter, .exit, .enter] : [.enter, .exit]))
        }
    }
}
