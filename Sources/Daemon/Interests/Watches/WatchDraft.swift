package import Formats
package import Geofencing
package import Places
import Posix

/// What is said of a watch.
package struct WatchDraft: Hashable, Sendable {
    package var id: String?
    package var set: String?
    package var title: String
    package var at: OwnPlace.Spot?
    package var target: String?
    package var radius: Double?
    package var window: TimeWindow?
    package var audience = Audience.everyone
    package var details: String?

    private enum Member: String, CaseIterable {
        case id, set, title, at, target, radius, starts, ends, audience, details
    }

    /// Throws a `Refusal` that names the wrong member. `text`: what `json` was read from.
    package init(_ json: JSONValue, _ text: [UInt8]) throws {
        guard json.kind == .object else {
            throw Refusal(.invalid, "the watch", "is \(json.inWords): it must be an object")
        }
        let members = try Self.members(json)
        func string(_ member: Member) throws -> String? {
            guard let value = members[member]?.value, value.kind != .null else { return nil }
            guard let text = value.string else { throw Self.wrong(member, value, .string) }
            return text
        }
        func time(_ member: Member) throws -> Timestamp? {
            try string(member).map { try Self.time($0, member) }
        }
        id = try string(.id).map { try Watch.checked($0, .id) }
        set = try string(.set).map { try Watch.checked($0, .set) }
        guard let title = try string(.title) else {
            throw Refusal(.invalid, "title", "is missing: say what the watch is")
        }
        self.title = try Limits.text(title, of: "title")
        at = try members[.at].flatMap { try Self.spot($0.value) }
        target = try string(.target).map { try Limits.text($0, of: "target") }
        if let value = members[.radius]?.value, value.kind != .null {
            guard let number = value.number else { throw Self.wrong(.radius, value, .number) }
            radius = try Limits.radius(number)
        }
        window = try Self.window(try time(.starts), try time(.ends))
        audience = try string(.audience).map { try Audience($0, of: "audience") } ?? .everyone
        details = try members[.details].map { try Self.details($0.value, $0.index, in: text) }
        guard (at == nil) != (target == nil) else {
            throw Refusal(
                .invalid, "at",
                at == nil
                    ? "is missing: say where it is, or give a target"
                    : "is too much beside target: say one of them")
        }
    }

    /// By name, each with its index in the object.
    private static func members(
        _ json: JSONValue
    ) throws -> [Member: (value: JSONValue, index: Int)] {
        var members: [Member: (value: JSONValue, index: Int)] = [:]
        var index = 0
        try json.forEachMember { (name: String, value) in
            guard let member = Member(rawValue: name) else {
                throw Refusal(unknown: name, known: Member.allCases.map(\.rawValue))
            }
            guard members.updateValue((value, index), forKey: member) == nil else {
                throw Refusal(.invalid, name, "is there twice: say it once")
            }
            index += 1
        }
        return members
    }

    private static func wrong(
        _ member: Member, _ value: JSONValue, _ wanted: JSONValue.Kind
    ) -> Refusal {
        Refusal(
            .invalid, member.rawValue, "is \(value.inWords.shortened): use \(wanted.rawValue)")
    }

    private static func spot(_ value: JSONValue) throws -> OwnPlace.Spot? {
        if value.kind == .null { return nil }
        if let text = value.string { return .text(text) }
        guard value.count == 2, let (latitude, longitude) = value.pair else {
            throw Refusal(
                .invalid, "at", "is \(value.inWords.shortened): give latitude and longitude")
        }
        return .numbers([latitude, longitude])
    }

    private static func time(_ text: String, _ member: Member) throws -> Timestamp {
        guard let time = Timestamp(iso8601: text), Timestamp.range.contains(time) else {
            throw Refusal(
                .invalid, member.rawValue,
                "\(text.shortened.quoted) is not a time: write it as in 2026-05-01T09:00:00Z")
        }
        return time
    }

    private static func window(_ start: Timestamp?, _ end: Timestamp?) throws -> TimeWindow? {
        if start == nil, end == nil { return nil }
        if let start, let end, end <= start {
            throw Refusal(.invalid, "ends", "\(end) is not after the start, \(start)")
        }
        return TimeWindow(start: start, end: end)
    }

    /// The text as it came, but on one line.
    private static func details(
        _ value: JSONValue, _ index: Int, in text: [UInt8]
    ) throws -> String {
        let raw = try text.rawMembers[index]
        guard raw.count <= Watch.largestDetails else {
            throw Refusal(
                .invalid, "details",
                "is \(raw.count) bytes long: use at most \(Watch.largestDetails)")
        }
        guard !value.isDeeper(than: Watch.deepestDetails) else {
            throw Refusal(
                .invalid, "details", "is nested more than \(Watch.deepestDetails) deep: flatten it")
        }
        return Self.oneLine(raw)
    }

    /// The same JSON as one line to every reader, which is safe for a terminal: line breaks, which can
    /// only lay it out (RFC 8259), become spaces; other line ends and control characters of Unicode
    /// are escaped.
    private static func oneLine(_ json: ArraySlice<UInt8>) -> String {
        let text = String(decoding: json, as: UTF8.self)
        if json.allSatisfy({ (0x20..<0x7f).contains($0) }) { return text }
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0a, 0x0d: line.append(" ")
            case 0x7f..<0xa0, 0x2028, 0x2029:
                let digits = String(scalar.value, radix: 16)
                line +=
                    ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
                    .unicodeScalars
            default: line.append(scalar)
            }
        }
        return String(line)
    }
}

extension JSONValue {
    fileprivate func isDeeper(than depth: Int) -> Bool {
        guard kind == .array || kind == .object else { return false }
        guard depth > 0 else { return true }
        var isDeeper = false
        forEachElement { isDeeper = isDeeper || $0.isDeeper(than: depth - 1) }
        forEachMember { (_: UnsafeRawBufferPointer, value) in
            isDeeper = isDeeper || value.isDeeper(than: depth - 1)
        }
        return isDeeper
    }
}

extension Watch {
    package enum Name: String, Sendable { case id, set }

    /// Throws a `Refusal` if a watch or a set cannot be called so.
    package static func checked(_ text: String, _ name: Name) throws(Refusal) -> String {
        guard isID(text) else {
            throw Refusal(
                .invalid, name.rawValue,
                "\(text.shortened.quoted) is not 1 to 64 of a-z, 0-9 and ._-, the first a letter or "
                    + "digit: write it as in milk-42")
        }
        return text
    }
}
