import Geofencing
import Posix

/// Finds out where a text is, by the places of the database.
struct Geocoder {
    let store: PlaceStore
    /// What the text was given as, for messages.
    let field: String
    /// Where the device is, if that is known.
    let here: Coordinate?

    private static let wordsForHere: Set = ["here", "hier"]

    func geocode(_ typed: String) throws -> Geocoded {
        let text = try Limits.text(typed, of: field)
        if let written = try WrittenCoordinate(text) {
            return Geocoded(coordinate: try believed(written))
        }
        if Self.wordsForHere.contains(text.folded) { return Geocoded(coordinate: try position()) }
        guard !AddressQuery(text).words.isEmpty else {
            throw refusal("\(text.quoted) has neither letters nor digits")
        }
        for meanings in [addressed, named, partlyNamed] {
            let meant = try meanings(text)
            if !meant.isEmpty { return try only(of: meant, for: text) }
        }
        throw try unknown(text)
    }

    private func position() throws -> Coordinate {
        guard let here else {
            throw refusal("it is not known where here is: see geofencectl status, or name a place")
        }
        return here
    }

    /// Throws if the two numbers are probably the wrong way round.
    private func believed(_ written: WrittenCoordinate) throws -> Coordinate {
        let point = written.coordinate
        guard !written.isCertain, abs(point.longitude) <= 90 else { return point }
        let swapped = Coordinate(latitude: point.longitude, longitude: point.latitude)
        if try store.hasPlaces(around: point) || !store.hasPlaces(around: swapped) { return point }
        let text = "\(point.latitude),\(point.longitude)"
        let meant = "\(swapped.latitude),\(swapped.longitude)"
        throw refusal(
            "no place is known within \(PlaceStore.far.inMetres) of \(text): did you mean "
                + "\(meant)? (else write geo:\(text))",
            code: .swapped, candidates: [.init(meant)])
    }

    func refusal(
        _ words: String, details: [String] = [], code: Refusal.Code? = nil,
        candidates: [Refusal.Candidate] = []
    ) -> Refusal {
        Refusal(
            .invalid, field, words, details: details, code: code, candidates: candidates)
    }
}

// MARK: - One meaning of several

/// Something that a text may mean, and where that is.
struct GeocodedMeaning {
    var coordinate: Coordinate
    /// For people.
    var text: String

    fileprivate var line: String { "\(text.shortened) (\(coordinate.brief))" }
    fileprivate var candidate: Refusal.Candidate { .init(coordinate.brief, name: text.shortened) }
}

extension Geocoder {
    /// How many meanings a message lists.
    private static let mostListed = 5

    private func only(of meanings: [GeocodedMeaning], for text: String) throws -> Geocoded {
        guard let first = meanings.first else { throw try unknown(text) }
        if meanings.count == 1 { return Geocoded(coordinate: first.coordinate, text: first.text) }
        let (center, words) =
            try here.map { ($0, "away") } ?? (store.center(), "from the middle of all places")
        let nearest = meanings.map { ($0, center?.distance(to: $0.coordinate)) }
            .sorted { ($0.1 ?? 0, $0.0.line) < ($1.1 ?? 0, $1.0.line) }
        let listed = nearest.prefix(Self.mostListed)
        let rest = nearest.count - listed.count
        throw refusal(
            "\(text.quoted) is in several places: choose one, by more of its address or by its "
                + "position",
            details: listed.map { meaning, distance in
                meaning.line + (distance.map { ", \($0.inMetres) \(words)" } ?? "")
            } + (rest > 0 ? ["and \(rest) more"] : []),
            code: .ambiguous, candidates: listed.map(\.0.candidate))
    }

    private func unknown(_ text: String) throws -> Refusal {
        let query = AddressQuery(text)
        let likely = try store.addresses(having: query.anyWord, limit: 50, isLikeliest: true)
        let addresses = Dictionary(grouping: likely.filter { $0.address.text != nil }) {
            $0.address.text ?? ""
        }.values.compactMap(\.first)
        let order = Dictionary(
            likely.enumerated().map { ($0.element.row, $0.offset) }
        ) { first, _ in first }
        let near = addresses.sorted { order[$0.row] ?? 0 < order[$1.row] ?? 0 }
            .prefix(Self.mostListed)
            .map { GeocodedMeaning(coordinate: $0.coordinate, text: $0.address.text ?? "") }
        let names = try store.nameSuggestions(for: text).map(\.shortened)
        let remedy =
            names.isEmpty
            ? "write it otherwise, or give coordinates"
            : "did you mean \(names.joined(separator: " or "))?"
        return refusal(
            "no place is known at \(text.quoted): \(remedy)", details: near.map(\.line),
            code: .unknown, candidates: near.map(\.candidate))
    }
}

extension Coordinate {
    /// As in `52.3731,4.8926`: to some ten metres.
    fileprivate var brief: String {
        [latitude, longitude].map { "\(($0 * 1e4).rounded() / 1e4)" }.joined(separator: ",")
    }
}
