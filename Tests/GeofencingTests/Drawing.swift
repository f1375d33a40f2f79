@testable import Geofencing

/// A walk past one region of 200 m, drawn as a line: one character a step.
///
/// | | |
/// |---|---|
/// | `●` | 100 m east of the centre: surely inside |
/// | `○` | 195 m east: inside, but not surely with an accuracy of 10 m |
/// | `~` | 212 m east: surely outside, but within the exit's margin |
/// | `>` | 300 m east: outside, yet not so far that one fix is enough |
/// | `<` | 300 m west |
/// | `·` | 500 m east: so far outside that one fix is enough |
/// | `^` | 800 m east |
/// | `\|` | 300 m west, where a new segment begins |
/// | ` ` | no fix |
struct Walk {
    var line: String
    /// Seconds from one character to the next.
    var every = 10.0
    /// Metres; `nil` if nobody says.
    var accuracy: Double? = 10.0
    /// Metres per second; `nil` if nobody says.
    var speed: Double?
    var start = noon
    var monitor = GeofenceMonitor()
    /// Seconds after the start; without either, the region counts always.
    var window: (start: Double?, end: Double?)?
    /// What is loaded before each step: `s` the region, at start-up; `+` the region, added; `r` the
    /// region, at a refresh; `-` nothing, so that the region is gone; `/` nothing, from too small a
    /// circle to say that it is gone.
    var loads = "s"

    /// Noon of a day in May.
    static let noon = Timestamp(milliseconds: 1_777_636_800_000)

    /// On the equator a metre east is everywhere the same part of a degree.
    static func point(east metres: Double) -> Coordinate {
        let degree = Geodesic.equatorialRadius * .pi / 180
        return Coordinate(latitude: 0, longitude: 4.9 + metres / degree)
    }

    var region: Region {
        var region = Region(id: "r", kind: "deal", name: "R", center: Walk.point(east: 0))
        region.window = window.map {
            TimeWindow(start: $0.start.map { start + $0 }, end: $0.end.map { start + $0 })
        }
        return region
    }

    static func fix(_ symbol: Character, at time: Timestamp, accuracy: Double?) -> Fix? {
        let east: [Character: Double] = [
            "●": 100, "○": 195, "~": 212, ">": 300, "<": -300, "|": -300, "·": 500, "^": 800,
        ]
        return east[symbol].map { metres in
            var fix = Fix(time: time, coordinate: point(east: metres))
            fix.accuracy = accuracy
            fix.startsSegment = symbol == "|"
            return fix
        }
    }

    /// The walk's fixes, with the step that each belongs to.
    var fixes: [(step: Int, fix: Fix)] {
        line.enumerated().compactMap { step, symbol in
            let time = start + Double(step) * every
            return Walk.fix(symbol, at: time, accuracy: accuracy).map { fix in
                var fix = fix
                fix.speed = speed
                return (step, fix)
            }
        }
    }

    /// What the monitor tells at each step.
    var transitions: [(step: Int, transition: Transition)] {
        var monitor = monitor
        let loads = Array(loads)
        var told: [(Int, Transition)] = []
        for (step, fix) in fixes {
            if step < loads.count, let (found, cause) = found(loads[step]) {
                monitor.load(found, around: fix, cause: cause)
            }
            told += monitor.transitions(at: fix).map { (step, $0) }
        }
        return told
    }

    private func found(_ load: Character) -> (RegionSet, Transition.Cause)? {
        let all = RegionSet(regions: [region], reach: .infinity)
        return switch load {
        case "s": (all, .startup)
        case "+": (all, .added)
        case "r": (all, .refresh)
        case "-": (RegionSet(regions: [], reach: .infinity), .refresh)
        case "/": (RegionSet(regions: [], reach: 10), .refresh)
        default: nil
        }
    }

    /// What was told, under the steps at which it was: `E` enter, `D` dwell, `X` exit; `i` an
    /// initial enter, `c` the exit from a region that is no more, `e` an enter between two fixes,
    /// `p` a pass-through (enter and exit).
    var told: String {
        var steps: [Int: [Transition]] = [:]
        for (step, transition) in transitions { steps[step, default: []].append(transition) }
        guard let last = steps.keys.max() else { return "" }
        return String((0...last).map { Walk.symbol(steps[$0] ?? []) })
    }

    private static func symbol(_ transitions: [Transition]) -> Character {
        switch transitions.map({ ($0.kind, $0.rule) }) {
        case let all where all.isEmpty: " "
        case let all where all.count == 2 && all.allSatisfy { $0.1 == .segment }: "p"
        case let all where all.count > 1: "#"
        case let all where all[0] == (.enter, .initial): "i"
        case let all where all[0] == (.enter, .segment): "e"
        case let all where all[0] == (.exit, .closed): "c"
        case let all: all[0].0 == .enter ? "E" : all[0].0 == .dwell ? "D" : "X"
        }
    }
}

/// What is told along `line`.
func told(_ line: String, every: Double = 10, accuracy: Double? = 10) -> String {
    Walk(line: line, every: every, accuracy: accuracy).told
}

/// The rules that decided along `line`.
func rules(_ line: String, every: Double = 10, accuracy: Double? = 10) -> [Transition.Rule] {
    Walk(line: line, every: every, accuracy: accuracy).transitions.map(\.transition.rule)
}
