import Posix

/// Why a trace cannot be read.
package enum TraceError: Error, Equatable, CustomStringConvertible {
    /// `line` counts from 1; `what` says what is wrong there.
    case damaged(String, line: Int, what: String)
    case unknownFormat(String)
    case empty(String)

    package var description: String {
        words.visible
    }

    private var words: String {
        switch self {
        case .damaged(let name, let line, let what): "\(name):\(line): \(what)"
        case .unknownFormat(let name):
            "\(name): is neither NMEA nor GPX as far as can be told: say which with nmea: or gpx:"
        case .empty(let name): "\(name):1: the file is empty"
        }
    }
}
