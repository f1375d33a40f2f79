import FoundationEssentials
package import Geofencing
import Posix

/// A line that a listener sends: where to begin, and what it wants to hear.
package struct ListenerRequest: Hashable, Sendable {
    /// `nil` if it does not say where to begin.
    package var beginning: Beginning?
    /// The only transitions that it wants; `nil`: all of them.
    package var transitions: Set<Transition.Kind>?
    /// The only kinds of regions that it wants; `nil`: all of them.
    package var kinds: Set<String>?
    /// The only devices that it wants to hear of; `nil`: all of them.
    package var devices: Set<DeviceID>?
    /// Whether it wants to hear which notices are forgotten; `nil` if it does not say.
    package var tellsForgotten: Bool?

    /// Bytes of a line; requests need a few dozen.
    static let longest = 4096

    /// What is told first.
    package enum Beginning: Hashable, Sendable {
        /// What comes after a notice that the listener has had.
        case after(NoticeCursor)
        /// What comes from now on. `log`: the one that the listener knows, if it says so.
        case now(log: String?)
        /// What was written down from then on, by the system's clock.
        case since(Timestamp)
    }

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
            beginning = .after(NoticeCursor(after: number, log: wire.log))
        case .word("now"): beginning = .now(log: wire.log)
        case .word: throw .wrongType("after")
        case nil: break
        }
        if let text = wire.since {
            guard let time = Timestamp(iso8601: text) else { throw .wrongType("since") }
            beginning = .since(time)
        }
        kinds = wire.kinds.map { Set($0) }
        tellsForgotten = wire.forgotten
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
        if let ids = wire.devices {
            var known: Set<DeviceID> = []
            for text in ids {
                guard let id = DeviceID(text) else { throw .badDevice(text) }
                known.insert(id)
            }
            devices = known
        }
    }

    /// The line as it travels.
    private struct Wire: Decodable {
        var after: After?
        var since: String?
        var log: String?
        var transitions: [String]?
        var kinds: [String]?
        var devices: [String]?
        var forgotten: Bool?
        var unknown: String?

        enum Key: String, CodingKey {
            case after, since, log, transitions, kinds, devices, forgotten
        }

        /// A number, or a word.
        enum After: Decodable {
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
            after = try members.decodeUnlessMissing(After.self, .after)
            since = try members.decodeUnlessMissing(String.self, .since)
            log = try members.decodeUnlessMissing(String.self, .log)
            transitions = try members.decodeUnlessMissing([String].self, .transitions)
            kinds = try members.decodeUnlessMissing([String].self, .kinds)
            devices = try members.decodeUnlessMissing([String].self, .devices)
            forgotten = try members.decodeUnlessMissing(Bool.self, .forgotten)
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
    case badDevice(String)
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
            "\(name): is unknown: use after, log, since, transitions, kinds, devices and forgotten"
        case .unknownTransition(let name):
            "transitions: '\(name)' is unknown: use enter, exit and dwell"
        case .badDevice(let text): "devices: \(text.quoted) is not an id: use \(DeviceID.form)"
        case .logAlone: "log: means nothing without after"
        case .afterAndSince: "since: means nothing with after: send one of them"
        case .ahead(let latest): "after: is ahead of the log, whose last number is \(latest)"
        }
    }
}
