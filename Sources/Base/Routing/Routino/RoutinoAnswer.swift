import Geofencing
import Posix

/// The points of a way, as `--output-text-all` has them: fields between tabs, a point to a line.
struct RoutinoPoints {
    struct Point {
        var at: Coordinate
        /// Seconds from the one before.
        var seconds: Double
        /// Of the way from the one before.
        var street: RouteStreet
    }

    var all: [Point] = []

    var line: [Coordinate] { all.map(\.at) }

    /// Metres.
    var length: Double { line.length }

    init(_ text: String) {
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
                .map { String($0).trimmed }
            guard fields.count > 7, let latitude = Double(fields[0]),
                let longitude = Double(fields[1]), let minutes = Double(fields[5])
            else { continue }
            all.append(
                Point(
                    at: Coordinate(latitude: latitude, longitude: longitude),
                    seconds: minutes * 60,
                    street: RouteStreet(routino: fields.count > 10 ? fields[10] : "")))
        }
    }
}

extension RouteStreet {
    /// As routino-words.xml has it: "=" and a kind, without a name.
    init(routino text: String) {
        self =
            text.hasPrefix("=") || text.isEmpty
            ? .unnamed(Kind(rawValue: String(text.dropFirst()))) : .named(text)
    }
}

/// What is done on a way and where, as `--output-html` has it in the words of routino-words.xml: of
/// each place a row with its position, one with the act, and one with the street that follows.
struct RoutinoActs {
    struct Act {
        var at: Coordinate
        var maneuver: Maneuver
        /// Whether a roundabout follows, up to the next act, which leaves it.
        var isIntoRoundabout = false
    }

    var all: [Act] = []

    init(_ text: String) {
        var at: Coordinate?
        for line in text.split(separator: "\n") {
            if line.hasPrefix("<tr class='c'>") {
                at = Self.position(line)
            } else if line.hasPrefix("<tr class='n'>"), let at, let maneuver = Self.maneuver(line) {
                all.append(Act(at: at, maneuver: maneuver))
            } else if line.hasPrefix("<tr class='s'><td>along <span class='h'>roundabout<"),
                !all.isEmpty
            {
                all[all.count - 1].isIntoRoundabout = true
            }
        }
    }

    /// `<tr class='c'><td>2: 42.507597 1.520440`
    private static func position(_ line: Substring) -> Coordinate? {
        let words = line.split(separator: " ")
        guard let latitude = words.dropLast().last.flatMap({ Double($0) }),
            let longitude = words.last.flatMap({ Double($0) })
        else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    /// `<tr class='n'><td>turn junction <span class='t'>-1</span> <span class='b'>-4</span>`
    private static func maneuver(_ line: Substring) -> Maneuver? {
        func number(_ name: String) -> Int? {
            line.firstRange(of: "<span class='\(name)'>").flatMap {
                Int(line[$0.upperBound...].prefix { $0 != "<" })
            }
        }
        let word = line.drop { $0 != "d" }.dropFirst(2).prefix { $0 != " " }
        switch word {
        case "start": return number("b").map { .start(towards: ($0 + 8) % 8) }
        case "turn": return number("t").map { .turn($0) }
        case "exit": return number("t").map { .roundabout(exit: $0) }
        case "stop": return .arrive
        default: return nil
        }
    }
}

extension Route {
    init(
        _ points: RoutinoPoints, _ acts: RoutinoActs, _ request: RouteRequest, engine: String,
        credit: String
    ) {
        var way = Way(points.all)
        for act in acts.all { way.add(act) }
        let steps = way.steps(request.language)
        self.init(
            distance: points.length, duration: points.all.reduce(0) { $0 + $1.seconds },
            line: points.line, steps: steps, by: request.by, engine: engine, credit: credit)
    }

    /// The acts at the points of a way.
    private struct Way {
        let points: [RoutinoPoints.Point]
        /// Where each act is among the points.
        var acts: [(index: Int, maneuver: Maneuver)] = []
        /// Where a roundabout was entered that the next act leaves.
        var entry: Int?

        init(_ points: [RoutinoPoints.Point]) { self.points = points }

        mutating func add(_ act: RoutinoActs.Act) {
            let start = acts.last?.index ?? 0
            let found =
                act.maneuver == .arrive
                ? points.count - 1 : points[start...].firstIndex { $0.at == act.at }
            guard let index = found else { return }
            if act.isIntoRoundabout, entry == nil, case .turn = act.maneuver {
                entry = index
                return
            }
            if case .roundabout = act.maneuver, let entry {
                acts.append((entry, act.maneuver))
                exits[entry] = index
            } else {
                acts.append((index, act.maneuver))
            }
            entry = nil
        }

        /// Where each roundabout is left, by where it is entered.
        private var exits: [Int: Int] = [:]

        /// The street after an act.
        private func street(_ index: Int) -> RouteStreet {
            let next = (exits[index] ?? index) + 1
            return next < points.count ? points[next].street : .unnamed(nil)
        }

        func steps(_ language: RouteLanguage) -> [Step] {
            var kept: [(index: Int, maneuver: Maneuver)] = []
            for (index, maneuver) in acts {
                if let last = kept.last, case .turn(let eighths) = maneuver {
                    // Along the same street, a bend is nothing to be told.
                    let isSame = street(index) == street(last.index)
                    if abs(eighths) < 2 && isSame || eighths == 0 && street(index).name == nil {
                        continue
                    }
                }
                kept.append((index, maneuver))
            }
            return kept.enumerated().map { number, act in
                let end = number + 1 < kept.count ? kept[number + 1].index : act.index
                let passed = act.index < end ? points[(act.index + 1)...end] : []
                let places = [points[act.index].at] + passed.map(\.at)
                let street = act.maneuver == .arrive ? .unnamed(nil) : street(act.index)
                return Step(
                    language.words(act.maneuver, street),
                    distance: places.length, duration: passed.reduce(0) { $0 + $1.seconds },
                    at: places[0], name: street.name)
            }
        }
    }
}

extension [Coordinate] {
    /// Metres from the first to the last, by all between.
    fileprivate var length: Double {
        zip(self, dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }
}
