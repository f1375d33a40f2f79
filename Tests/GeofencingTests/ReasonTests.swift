import Testing

@testable import Geofencing

/// Under each step what it tells, or why nothing: `!` something, ` ` outside, `u` unsure, `c` not
/// its time, `o` standing outside, `s` staying, `t` staying untold, `l` leaving, `r` resting, `b` back, `p` through again,
/// `x` left untold.
private func reasons(of walk: Walk) -> String {
    var monitor = walk.monitor
    var drawn = [Character](repeating: "?", count: walk.line.count)
    for (step, fix) in walk.fixes {
        if step == 0 {
            let set = RegionSet(regions: [walk.region], reach: .infinity)
            monitor.load(set, around: fix, cause: .startup)
        }
        var status = RegionStatus()
        let told = monitor.transitions(at: fix, provenSince: nil) { status = $1 }
        drawn[step] = told.isEmpty ? status.reason.symbol : "!"
    }
    return String(drawn)
}

struct ReasonTests {
    @Test(
        arguments: [
            ("never inside", "^·>~>·^", 10, "       "),
            ("inside surely", ">>●●", 10, "  !s"),
            ("inside by less than the accuracy, twice", "~○○○", 10, " u!s"),
            ("inside by less than the accuracy, once", "~○~○~", 10, " u u "),
            ("at the edge it is no exit", "●~~~", 10, "!sss"),
            ("beyond the margin it takes three fixes and half a minute", "●>>>>>", 10, "!lll!r"),
            ("and each of them", "●>>~>>", 10, "!llsll"),
            ("far away one is enough", "●··", 10, "!!r"),
            ("back before two and a half minutes", "●·●●", 30, "!!bt"),
            ("left again, untold", "●·●··", 30, "!!bxr"),
            ("back unsurely, and away again", "●·○·", 30, "!!rr"),
            ("back after two and a half minutes", "●····●", 30, "!!rrr!"),
            ("two and a half minutes away, it is forgotten", "●·····", 30, "!!rrr "),
            ("through, between two fixes", "<>>", 60, " !r"),
            ("and through again", "<><>", 55, " !pp"),
        ] as [(String, String, Double, String)])
    func `each fix has its reason`(_ what: String, line: String, every: Double, drawn: String) {
        let walk = Walk(line: line, every: every, accuracy: 10)
        #expect(reasons(of: walk) == drawn, "\(what)")
    }

    @Test func `a region that does not count says so`() {
        #expect(reasons(of: Walk(line: ">●●●·", window: (start: 25, end: nil))) == " cc!!")
        #expect(reasons(of: Walk(line: "●●●●", window: (start: nil, end: 15))) == "!s!c")
        #expect(reasons(of: Walk(line: "○○", window: (start: nil, end: 5))) == "uc")
        #expect(
            reasons(of: Walk(line: "<>", every: 60, window: (start: 100, end: nil))) == " c")
    }

    @Test func `what is said of a region has its time`() {
        var monitor = GeofenceMonitor()
        let walk = Walk(line: "●>>>>>")
        var since: [Double?] = []
        for (step, fix) in walk.fixes {
            if step == 0 {
                let set = RegionSet(regions: [walk.region], reach: .infinity)
                monitor.load(set, around: fix, cause: .startup)
            }
            _ = monitor.transitions(at: fix, provenSince: nil) { _, status in
                since.append(status.since.map { $0 - walk.start })
            }
        }
        // Inside since 0; from 10 on outside; left, and inside until 0.
        #expect(since == [0, 10, 10, 10, 0, 0])
    }
}

extension Reason {
    fileprivate var symbol: Character {
        switch self {
        case .outside: " "
        case .unsure: "u"
        case .standingOutside: "o"
        case .closed: "c"
        case .staying: "s"
        case .stayingUntold: "t"
        case .leaving: "l"
        case .resting: "r"
        case .returned: "b"
        case .passedAgain: "p"
        case .leftUntold: "x"
        }
    }
}
