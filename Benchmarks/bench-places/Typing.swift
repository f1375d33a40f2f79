import Formats
import Geofencing
import Glibc
import Places
import SQLite

/// Searches as a page asks them: one for each key that is typed.
struct Typing {
    /// What is typed, by what it is.
    private static let texts: [(kind: String, texts: [String])] = [
        ("a brand", ["starbucks", "albert heijn", "mcdonald's", "shell", "ing", "local chain"]),
        ("a category", ["cafe", "pharmacy", "restaurants", "hairdresser", "fast food"]),
        ("an address", ["market street 12", "high street", "12345 "]),
        ("misspelt", ["starbuks", "pharmcy", "restaurent", "albert hein"]),
        ("two words", ["cafe market", "street market", "shell station street"]),
        ("another script", ["スターバックス", "кафе", "咖啡", "مقهى", "मुंबई"]),
        ("numbers", ["24", "7", "2024", "10000"]),
        ("what is nowhere", ["xqzwv", "pharmacy xqzwv"]),
    ]

    /// What is chosen besides.
    private static let choices: [(name: String, choose: @Sendable (inout PlaceQuery) -> Void)] = [
        ("", { _ in }),
        ("category", { $0.category = "cafe" }),
        ("open now", { $0.openNow = true }),
        ("by distance", { $0.sort = .distance }),
        ("by name", { $0.sort = .name }),
    ]

    private let store: PlaceStore
    private let points: [(name: String, points: [Coordinate])]
    private let names: [String]
    private let moment = LocalMoment(hereAt: Timestamp(milliseconds: 1_777_633_200_000))

    init(_ store: PlaceStore, _ samples: [Sample]) throws {
        self.store = store
        let (dense, town) = try samples.extremes(4, in: store)
        let sparse = [(-60.0, -120.0), (0, -30), (80, 170), (35, -45)]
        points = [
            ("city", dense), ("town", town),
            ("sea", sparse.map { Coordinate(latitude: $0.0, longitude: $0.1) }),
        ]
        names = samples.prefix(6).map(\.name) + samples.prefix(2).map { "pharmacy \($0.city)" }
    }

    /// All kinds of texts, each key by key, with nothing chosen, and then with each choice.
    func measure(_ print: (Measurement) -> Void) throws {
        var all: [Duration] = []
        for (kind, texts) in Self.texts + [("a name", names)] {
            var (durations, found) = ([Duration](), 0)
            try type(texts, Self.choices[0].choose) { duration, places, _, _ in
                durations.append(duration)
                found += places
            }
            all += durations
            print(Measurement("typing \(kind)", durations, found: found))
        }
        print(Measurement("typing", all, found: 0))
        try measurePoints(print)
        try measureChoices(print)
        try measureFloor(print)
    }

    private func measurePoints(_ print: (Measurement) -> Void) throws {
        for (name, _) in points {
            var durations: [Duration] = []
            try type(Self.texts.flatMap(\.texts), { _ in }) { duration, _, point, _ in
                if point == name { durations.append(duration) }
            }
            print(Measurement("typing in a \(name)", durations, found: 0))
        }
    }

    private func measureChoices(_ print: (Measurement) -> Void) throws {
        for (name, choose) in Self.choices.dropFirst() {
            var durations: [Duration] = []
            try type(Self.texts.flatMap(\.texts), choose) { duration, _, _, _ in
                durations.append(duration)
            }
            print(Measurement("typing, \(name)", durations, found: 0))
        }
    }

    /// What the full-text index needs to list the places with the same text, wherever they are.
    private func measureFloor(_ print: (Measurement) -> Void) throws {
        var durations: [Duration] = []
        try type(Self.texts.flatMap(\.texts), { _ in }) { _, _, _, text in
            let start = processorTime()
            let words = text.split { !($0.isLetter || $0.isNumber) }
            if words.isEmpty { return }
            let expression = words.map { "\"\($0)\"" }.joined(separator: " AND ") + " *"
            _ = try store.connection.rows(
                "SELECT rowid FROM place_search WHERE place_search MATCH :words",
                ["words": .text(expression)]
            ) { _ in }
            durations.append(processorTime() - start)
        }
        print(Measurement("typing, bare FTS5", durations, found: 0))
    }

    private func type(
        _ texts: [String], _ choose: (inout PlaceQuery) -> Void,
        _ asked: (Duration, _ found: Int, _ point: String, _ text: String) throws -> Void
    ) throws {
        for (index, text) in texts.enumerated() {
            for (name, points) in points {
                let point = points[index % points.count]
                for count in 1...text.count {
                    var query = PlaceQuery()
                    query.text = String(text.prefix(count))
                    query.near = .coordinate(point)
                    choose(&query)
                    let start = processorTime()
                    let matches = try store.reading {
                        try $0.search(query, from: nil, at: moment)
                    }
                    let duration = processorTime() - start
                    try asked(duration, matches.places.count, name, String(text.prefix(count)))
                }
            }
        }
    }
}

/// Processor time of this thread: others may be using the machine.
private func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
