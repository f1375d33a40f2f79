import ArgumentParser
import Places

/// What places can be written as, for help texts.
enum PlaceForms {
    static let words =
        "a town, a street, an address, a postcode, a place's name, 52.3731,4.8926, or here"
}

struct NearOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Where to look for places: \(PlaceForms.words).", valueName: "place"))
    var near: String?

    /// `nil` if it is not given.
    var place: PlaceQuery.Near? {
        get throws { try near.map { try PlaceQuery.Near($0, as: "--near") } }
    }

    func validate() throws {
        do {
            _ = try place
        } catch {
            throw ValidationError("\(error)")
        }
    }
}

/// Options: where something is.
struct SpotOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Where it is: \(PlaceForms.words).", valueName: "place"),
        transform: { text in
            _ = try PlaceQuery.Near(text, as: "--at")
            return text
        })
    var at: String?

    @Option(
        help: ArgumentHelp(
            "Where it is, as in 'Dam 20, Amsterdam'; with --at, only what it is called.",
            valueName: "text"))
    var address: String?

    var isEmpty: Bool { at == nil && address == nil }
}
