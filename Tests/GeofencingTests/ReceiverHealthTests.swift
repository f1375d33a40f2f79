import TestSupport
import Testing

@testable import Geofencing

/// One character for each 10 s: what the source says, or what was held against the report.
struct ReceiverHealthTests {
    /// `u` unreachable, `r` no receiver, `s` silent, `p` present; `-` a fix that passes, `c` one
    /// that is too coarse, `j` a jump, `n` no position.
    private func told(_ line: String) -> String {
        var health = ReceiverHealth(at: 0)
        return String(
            line.enumerated().map { step, symbol -> Character in
                let now = Double(step * 10)
                let change: ReceiverHealth.Change? =
                    switch symbol {
                    case "u": health.note(.unreachable("refused"), at: now)
                    case "r": health.note(.noReceiver("none"), at: now)
                    case "s": health.note(.silent, at: now)
                    case "p": health.note(.present, at: now)
                    case "-": health.judged(nil, at: now)
                    case "c": health.judged(.coarse, at: now)
                    case "j": health.judged(.jump, at: now)
                    case "n": health.judged(.noPosition, at: now)
                    default: nil
                    }
                switch change {
                case nil: return " "
                case .still: return "!"
                case .cameAndWent: return "~"
                case .became(.starting, _): return "0"
                case .became(.unreachable, _): return "U"
                case .became(.noReceiver, _): return "R"
                case .became(.silent, _): return "S"
                case .became(.noFix, _): return "N"
                case .became(.unusable, _): return "C"
                case .became(.working, _): return "W"
                }
            })
    }

    @Test(arguments: [
        // From nothing to a fix.
        ("urpnnn----", "UR0N  W   "),
        // A gpsd that is missing is told once, and then once a minute.
        ("uuuuuuuuuuuuuu", "U     !     ! "),
        // A bridge is not told, a tunnel is.
        ("--nnnnn--nnnnnnnnn-", "W              N  W"),
        ("--ccccc--ccccccccc-", "W              C  W"),
        ("-cncncncncnc-", "W      C    W"),
        // From the start, a receiver without a fix is told at once, coarse ones after a minute.
        ("pn", " N"), ("cccccccc-", "      C W"), ("nnnnnccc-", "N       W"),
        // Each change is told once.
        ("-sssp-rrrp-", "WS  0WR  0W"), ("-jjjjjjjj-", "W      C W"),
        ("nununu", "NUNUNU"),
        // One that comes and goes is told eight times, and then once a minute, as it is then.
        ("nununununununununununununu", "NUNUNUNU     ~     ~     ~"),
        // After a minute in which nothing has changed, each change is told at once again.
        ("nunununununnnnnnnnnnnnuuu", "NUNUNUNU     ~        U  "),
    ])
    func `each change is told once`(_ row: (line: String, told: String)) {
        #expect(told(row.line) == row.told)
    }

    @Test func `a change says how long it was as before`() {
        var health = ReceiverHealth(at: 5)
        #expect(health.note(.unreachable("a"), at: 6) == .became(.unreachable("a"), lasted: 1))
        #expect(health.note(.unreachable("b"), at: 65) == nil)
        #expect(health.note(.unreachable("b"), at: 66) == .still(.unreachable("b"), seconds: 60))
        #expect(health.judged(nil, at: 70) == .became(.working, lasted: 64))
        #expect(health.since == 70)
    }

    @Test func `of silence it is said how long there has been some`() {
        var health = ReceiverHealth(at: 0)
        #expect(health.note(.silent, at: 10) == .became(.silent, lasted: 10))
        for second in 20...300 { _ = health.judged(nil, at: Double(second)) }
        #expect(health.note(.silent, at: 311) == .became(.silent, lasted: 11))
        #expect(health.note(.unreachable("a"), at: 320) == .became(.unreachable("a"), lasted: 9))
    }

    @Test func `one that comes and goes is told once a minute, and how often it did`() {
        var health = ReceiverHealth(at: 0)
        var told: [(change: ReceiverHealth.Change, at: Double)] = []
        // 64 changes a second for three minutes; then, every ten seconds, no receiver.
        for step in 0..<11_520 {
            let now = Double(step) / 64
            let isThere = !step.isMultiple(of: 2)
            let change = health.note(isThere ? .present : .noReceiver("none"), at: now)
            #expect(health.state == (isThere ? .starting : .noReceiver("none")))
            if let change { told.append((change, now)) }
        }
        for step in 18...40 {
            let change = health.note(.noReceiver("none"), at: Double(step * 10))
            if let change { told.append((change, Double(step * 10))) }
        }
        #expect(told.prefix(8).map(\.at) == (0..<8).map { Double($0) / 64 })
        #expect(
            told.dropFirst(8).map(\.change) == [
                .cameAndWent(.starting, changes: 3840, seconds: 60),
                .cameAndWent(.starting, changes: 3840, seconds: 60),
                .cameAndWent(.noReceiver("none"), changes: 3833, seconds: 69.890625),
            ])
        // What comes when all has been quiet is told at once again.
        #expect(health.note(.present, at: 401) == .became(.starting, lasted: 221))
    }

    @Test(arguments: [0.01, 1, 5, 20, 59, 61, 300])
    func `whatever comes and goes, few lines say so, and the last is right`(interval: Double) {
        var random = SplitMix64(seed: UInt64(interval * 100))
        var health = ReceiverHealth(at: 0)
        var told: [Double] = []
        var last: ReceiverHealth.State?
        func hear(_ change: ReceiverHealth.Change?, at now: Double) {
            switch change {
            case nil: return
            case .became(let state, _), .still(let state, _), .cameAndWent(let state, _, _):
                told.append(now)
                last = state
            }
        }
        var now = 0.0
        for _ in 0..<2000 {
            now += Double.random(in: 0...(2 * interval), using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: hear(health.note(.unreachable("refused"), at: now), at: now)
            case 1: hear(health.note(.noReceiver("none"), at: now), at: now)
            case 2: hear(health.note(.silent, at: now), at: now)
            case 3: hear(health.note(.present, at: now), at: now)
            default: hear(health.judged(nil, at: now), at: now)
            }
        }
        #expect(told.indices.allSatisfy { $0 < 9 || told[$0] - told[$0 - 9] >= 60 })
        // It stays as it is, and the source says so again.
        hear(health.note(.silent, at: now + 1), at: now + 1)
        hear(health.note(.silent, at: now + 61), at: now + 61)
        #expect(last == .silent)
    }

    @Test func `the reasons are counted`() {
        var health = ReceiverHealth(at: 0)
        for second in 0...70 {
            _ = health.judged(second % 10 == 0 ? .jump : .coarse, at: Double(second))
        }
        #expect(health.state == .unusable([.coarse: 63, .jump: 8]))
        #expect(health.state.name == "too_coarse")
        #expect(health.state.words.contains("63 accuracy, 8 jump"))
        for _ in 0..<100 { _ = health.judged(.jump, at: 71) }
        #expect(health.state.name == "unusable")
    }

    @Test func `the rate is that of the last ten seconds`() {
        var health = ReceiverHealth(at: 0)
        #expect(health.rate(at: 0) == nil)
        for tenth in 0...250 { _ = health.judged(nil, at: Double(tenth) / 10) }
        #expect(health.rate(at: 25) == 10)
        #expect(health.rate(at: 60) == nil)
    }
}
