import FoundationEssentials
package import Geofencing
import Posix

/// A line that a listener sends: where to begin, and what it wants to hear.
package struct ListenerRequest: Hashable, Sendable {
    /// The last number it has.
    package var after: Int?
    /// Whether it wants what comes from now on, and to know the number of the last notice before.
    package var isFromNow = false
    /// It wants what was written down from then on, by the system's clock.
    package var since: Timestamp?
    /// The log that this number is of.
    package var log: String?
    /// `nil`: all of them.
    package var transitions: Set<Transition.Kind>?
    /// `nil`: all of them.
    package var kinds: Set<String>?

    /// Bytes of a line; requests need a few dozen.
    static let longest = 4096

    package init() {}

    /// Reads one line without its end.
    package init(line: some Collection<UInt8>) throws(RequestError) {
        let decoder = JSONDecoder()
        let wire: Wire
        do {
            wire = try decoder.decode(Wire.self, from: Data(line))
        } catch let error as RequestError {
            throw error
        } catch {
            throw .notJSON
        }
        if let unknown = wire.unknown { throw .unknownMember(unknown) }
        if wire.log != nil, wire.after == nil { throw .logAlone }
        if wire.since != nil, wire.after != nil { throw .afterAndSince }
        switch wire.after {
        case .number(let number):
            guard number >= 0 else { throw .wrongType("after") }
            after = number
        case .word("now"): isFromNow = true
        case .word: throw .wrongType("after")
        case nil: break
        }
        if let text = wire.since {
            guard let time = Timestamp(iso8601: text) else { throw .wrongType("since") }
            since = time
        }
        log = wire.log
        kinds = wire.kinds.map { Set($0) }
        if let names = wire.transitions {
            var known: Set<Transition.Kind> = []
            for name in names {
                guard let kind = Transition.Kind(rawValue: name) else {
                    throw .unknownTransition(name)
                }
                known.insert(kind)
            }
            transitions = known
        }
    }

    /// As it travels.
    private struct Wire: Decodable {
        var after: Place?
        var since: String?
        var log: String?
        var transitions: [String]?
        var kinds: [String]?
        var unknown: String?

        enum Key: String, CodingKey { case after, since, log, transitions, kinds }

        /// A number, or a word.
        enum Place: Decodable {
            case number(Int)
            case word(String)

            init(from decoder: any Decoder) throws {
                let value = try decoder.singleValueContainer()
                do {
                    self = .word(try value.decode(String.self))
                } catch {
                    self = .number(try value.decode(Int.self))
                }
            }
        }

        init(from decoder: any Decoder) throws {
            unknown = try decoder.memberNames.first { Key(rawValue: $0) == nil }
            let members = try decoder.container(keyedBy: Key.self)
            after = try members.decodeUnlessMissing(Place.self, .after)
            since = try members.decodeUnlessMissing(String.self, .since)
            log = try members.decodeUnlessMissing(String.self, .log)
            transitions = try members.decodeUnlessMissing([String].self, .transitions)
            kinds = try members.decodeUnlessMissing([String].self, .kinds)
        }
    }
}

extension KeyedDecodingContainer {
    /// Unlike `decodeIfPresent`, does not take `null` for missing.
    ///
    /// The decoder's own error does not name the member if a number does not fit.
    fileprivate func decodeUnlessMissing<T: Decodable>(
        _ type: T.Type, _ key: Key
    ) throws(RequestError) -> T? {
        guard contains(key) else { return nil }
        do {
            return try decode(type, forKey: key)
        } catch {
            throw .wrongType(key.stringValue)
        }
    }
}

/// Why a listener's line is refused.
package enum RequestError: Error, Equatable, CustomStringConvertible {
    case notJSON
    case tooLong(limit: Int)
    case wrongType(String)
    case unknownMember(String)
    case unknownTransition(String)
    case logAlone
    case afterAndSince
    case ahead(of: Int)

    package var description: String {
        switch self {
        case .notJSON: "not a JSON object: send a line such as {\"after\":41}"
        case .tooLong(let limit): "the line is longer than \(limit) bytes"
        case .wrongType("after"):
            "after: is not a number from 0 on, without fraction, and not \"now\""
        case .wrongType("since"): "since: is not a time, as in 2026-05-01T12:00:00Z"
        case .wrongType(let name): "\(name): has the wrong type"
        case .unknownMember(let name):
            "\(name): is unknown: use after, log, since, transitions and kinds"
        case .unknownTransition(let name):
            "transitions: '\(name)' is unknown: use enter, exit and dwell"
        case .logAlone: "log: means nothing without after"
        case .afterAndSince: "since: means nothing with after: send one of them"
        case .ahead(let latest): "after: is ahead of the log, whose last number is \(latest)"
        }
    }
}
