import Geofencing
import Posix

extension DeviceID {
    /// For options.
    static func read(_ text: String) throws(DeviceIDError) -> DeviceID {
        guard let id = DeviceID(text) else { throw .noID(text) }
        return id
    }
}

enum DeviceIDError: Error, CustomStringConvertible {
    case noID(String)

    var description: String {
        switch self {
        case .noID(let text): "\(text.quoted) is not an id: use \(DeviceID.form)"
        }
    }
}
