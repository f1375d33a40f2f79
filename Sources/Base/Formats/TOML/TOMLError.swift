package import Posix

/// Why a TOML file cannot be used. Each description is one line.
package enum TOMLError: Error, Equatable, CustomStringConvertible {
    case file(FileError)
    /// The file may be right.
    case noMemory(String)
    /// `line` counts from 1.
    case syntax(String, line: Int, what: String)
    /// `what` is wrong, as in `is missing`; `remedy` says what to do.
    case badKey(TOMLLocation, what: String, remedy: String)
    /// `why` says what to do, too.
    case refused(TOMLLocation, why: String)

    /// `nil` if it is about the whole file.
    package var line: Int? {
        switch self {
        case .file, .noMemory: nil
        case .syntax(_, let line, _): line
        case .badKey(let location, _, _), .refused(let location, _): location.line
        }
    }

    package var description: String {
        let text =
            switch self {
            case .file(let error): "\(error)"
            case .noMemory(let name):
                "\(name): needs too much memory: make it smaller, or give the program more"
            case .syntax(let name, let line, let what): "\(name):\(line): \(what)"
            case .badKey(let location, let what, let remedy): "\(location): \(what): \(remedy)"
            case .refused(let location, let why): "\(location): \(why)"
            }
        return text.visible
    }
}

/// Where a value stands, as in `/etc/geofenced/geofenced.toml:7: fixes.max_accuracy`.
package struct TOMLLocation: Hashable, Sendable, CustomStringConvertible {
    package var file: String
    /// Counts from 1.
    package var line: Int
    /// Dotted, an element of an array as `[1]`.
    package var key: String

    package init(file: String, line: Int, key: String) {
        self.file = file
        self.line = line
        self.key = key
    }

    package var description: String { "\(file):\(line): \(key)" }
}
