import Geofencing
import TestSupport

@testable import Places

/// What a file of these bytes says, as an import reads it: places, and reasons with their lines.
func readPlaces(_ text: some Sequence<UInt8>) throws -> [Read] {
    let file = TemporaryFile(text)
    let opened = try ImportFile(path: file.path)
    var format = try PlaceFormats.open(opened)
    let source = ImportSource(given: nil, path: "cafes.csv")
    var draft = PlaceDraft()
    var all: [Read] = []
    while try format.next(&draft) {
        do {
            all.append(.place(try draft.place(source)))
        } catch let reason as SkipReason {
            all.append(.skipped("\(draft.line): \(reason)"))
        }
        draft.clear()
    }
    return all
}

func readPlaces(_ text: String) throws -> [Read] { try readPlaces(text.utf8) }

enum Read: Equatable {
    case place(Place)
    case skipped(String)

    var place: Place? {
        if case .place(let place) = self { place } else { nil }
    }

    /// The id and where it is, or the reason.
    var words: String {
        switch self {
        case .skipped(let reason): reason
        case .place(let place):
            "\(place.id) \(place.coordinate.latitude) \(place.coordinate.longitude)"
        }
    }
}
