package import Geofencing
import Posix

/// Why the places of a cell cannot be replaced.
package enum CellError: Error, Hashable, CustomStringConvertible {
    case badCell(String)
    /// A feature of the collection, by its index; what it is, and where.
    case outside(Int, PlaceID, title: String, Coordinate, of: PlaceCell)
    /// The body has more bytes than this.
    case tooLarge(limit: Int)

    package var description: String {
        switch self {
        case .badCell(let text):
            "\(text.quoted) is not a cell: write floor(lat / 0.05)_floor(lon / 0.05), as in 1047_97"
        case .outside(_, let id, let title, let coordinate, let cell):
            "\(title.quoted) (\(id.description.shortened)) is at \(coordinate.latitude), "
                + "\(coordinate.longitude), which is not in cell \(cell): "
                + "send it to \(PlaceCell(of: coordinate))"
        case .tooLarge(let limit):
            "the body is larger than \(limit >> 20) MiB: nothing is changed: import it as a file"
        }
    }
}
