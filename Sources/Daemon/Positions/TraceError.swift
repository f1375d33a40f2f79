import Posix

/// Why a trace cannot be read.
package enum TraceError: Error, Equatable, CustomStringConvertible {
    /// `line` counts from 1; `what` says what is wrong there.
    case damaged(String, line: Int, what: String)
    case unknownFormat(String)
    case empty(String)
    /// Of a file that is read as NMEA.
    case noSentence(String, badChecksums: Int)
    /// A pipe, which is to be played as of now.
    case readOnce(String)

    /// Whether it is a file without any NMEA.
    package var isAboutSentences: Bool {
        if case .noSentence = self { true } else { false }
    }

    package var description: String {
        words.visible
    }

    private var words: String {
        switch self {
        case .damaged(let name, let line, let what): "\(name):\(line): \(what)"
        case .unknownFormat(let name):
            "\(name): is neither NMEA nor GPX as far as can be told: say which with nmea: or gpx:"
        case .empty(let name): "\(name):1: the file is empty"
        case .noSentence(let name, 0): "\(name): has no NMEA sentence in it: is it a trace?"
        case .noSentence(let name, let count):
            "\(name): has no NMEA sentence in it, besides \(count) with a wrong checksum: is it a "
                + "trace, and complete?"
        case .readOnce(let name):
            "\(name): can be read only once, so its times stay: name a file, or leave now out"
        }
    }
}
