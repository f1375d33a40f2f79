package import Geofencing
import Posix

/// A cell of the grid of 0.05°, by which places from elsewhere are kept.
///
/// Written `Y_X`, as in `1047_97`: `floor(latitude / 0.05)` and `floor(longitude / 0.05)`.
package struct PlaceCell: Hashable, Sendable, CustomStringConvertible {
    let y: Int
    let x: Int

    /// Degrees.
    static let size = 0.05

    package init(of coordinate: Coordinate) {
        y = Int((coordinate.latitude / Self.size).rounded(.down))
        x = Int((coordinate.longitude / Self.size).rounded(.down))
    }

    /// `nil` if the text is not written so, or there is no such cell on the Earth.
    package init?(_ text: String) {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let y = parts[0], let x = parts[1],
            (-1800...1800).contains(y), (-3600...3600).contains(x)
        else { return nil }
        (self.y, self.x) = (y, x)
        // A number can be written in several ways, and a cell in one.
        guard text == description else { return nil }
    }

    package var description: String { "\(y)_\(x)" }

    /// The south-west corner.
    var corner: Coordinate {
        Coordinate(latitude: Double(y) * Self.size, longitude: Double(x) * Self.size)
    }
}

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
