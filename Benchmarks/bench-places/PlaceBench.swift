import Formats
import Geofencing
import Interests
import Places
import Posix
import SQLite

/// Times what is asked of a database of places.
///
///     bench-places DIRECTORY [WORD]
///
/// It imports the places.geojsonseq in the directory the first time. With a word it asks only the
/// questions that have it in their name.
@main
struct PlaceBench {
    private let directory: String
    private let path: String
    private let store: PlaceStore
    private let samples: [Sample]
    /// `nil`: all questions.
    private let word: String?
    private let caller = Caller(account: .root, now: Timestamp(milliseconds: 0))

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        precondition(!arguments.isEmpty, "say a directory with places.geojsonseq")
        try Self(arguments[1], word: arguments.dropFirst().first).run()
    }

    private init(_ directory: String, word: String?) throws {
        self.directory = directory
        self.word = word
        path = "\(directory)/\(PlaceStore.fileName)"
        store = try PlaceStore(.file(path))
        if try store.placeCount() == 0 {
            _ = try PlaceImport(files: ["\(directory)/places.geojsonseq"])
                .run(into: store, finished: Timestamp(milliseconds: 0))
        }
        samples = try Sample.all(of: store)
    }

    private func run() throws {
        print("\(try store.placeCount()) places; times in µs\n")
        Measurement.printHead()
        try measure("open the database") { _ in
            _ = try PlaceStore(.readOnly(path))
            return 1
        }
        try measureBrand()
        try measure("nearest 20 of a category") {
            try search(nil, category: "cafe", at: $0.coordinate)
        }
        try measureText()
        try measureTyping()
        try measureFavourites()
    }

    private func measureTyping() throws {
        if let word, word != "typing" { return }
        try Typing(store, samples).measure { print($0) }
    }

    private func measure(
        _ name: String, times: Int = 200, at samples: [Sample]? = nil,
        _ question: (Sample) throws -> Int
    ) throws {
        if let word, !name.split(separator: " ").contains(Substring(word)) { return }
        print(try Measurement(name, times: times, at: samples ?? self.samples, question))
    }

    private func measureBrand() throws {
        let brand = "Q110716465"
        let label = try store.connection.integer(
            "SELECT id FROM label WHERE kind = 'brand' AND value = :brand",
            ["brand": .text(brand)])
        try measure("brand within 1.9 km") {
            try store.places(Label(row: label ?? -1), within: 1900, of: $0.coordinate).count
        }
        let boxes = try BoxTree(of: path, in: directory)
        try measure("brand within 1.9 km, R*Tree in SQLite") {
            try boxes.places("Shell", within: 1900, of: $0.coordinate)
        }
    }

    private func measureText() throws {
        try measure("near: a rare word") { try search($0.rareWord, at: $0.coordinate) }
        for text in ["starbucks", "cafe", "caf", "market street", "pharmacy xqzwv"] {
            try measure("near: \(text)") { try search(text, at: $0.coordinate) }
        }
        try measure("near: CITY") { try search($0.city, at: $0.coordinate) }
        try measure("near: pharmacy CITY") {
            try search("pharmacy \($0.city)", at: $0.coordinate)
        }
        try measure("near: pharmacy OTHER CITY") {
            try search("pharmacy \(samples[0].city)", at: $0.coordinate)
        }
        try measure("anywhere: a rare word") { try search($0.rareWord) }
        try measure("anywhere: cafe", times: 100) { _ in try search("cafe") }
        try measure("anywhere: pharmacy CITY") { try search("pharmacy \($0.city)") }
    }

    private func search(
        _ text: String?, category: String? = nil, at center: Coordinate? = nil
    ) throws -> Int {
        var query = PlaceQuery()
        query.text = text
        query.category = category
        query.near = center.map { .coordinate($0) }
        let noon = LocalMoment(hereAt: caller.now)
        return try store.reading {
            try $0.search(query, from: caller.position, at: noon).places.count
        }
    }

    private func measureFavourites() throws {
        try store.addFavourites(of: samples, for: caller)
        let dense = try samples.densest(20, in: store)
        try measure("regions of 20 favourites, 3 km, in a city", at: dense) {
            try Favourite.regions(
                around: $0.coordinate, reach: 3000, at: caller.now, radius: 200, for: nil, in: store
            ).count
        }
        try measure("list of 20 favourites, with the nearest", times: 100) {
            try Favourite.items(.init(near: .coordinate($0.coordinate)), for: caller, in: store)
                .count
        }
    }
}
