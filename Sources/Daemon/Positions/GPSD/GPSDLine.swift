import Geofencing
import Posix

/// One line from gpsd, checked before libgps gets it.
///
/// libgps (seen in 3.22, read up to 3.27) trusts its server. `{"class":"TPV"}x"class":"TPV"` makes
/// `gps_unpack` try the same text again for ever, an exponent of ten digits overflows its `int`,
/// and it does not say whether it could read a line. So it is given only whole objects of one class
/// each, whose members have the types that it takes.
enum GPSDLine {
    /// Not JSON, or not as gpsd writes it.
    case malformed
    /// Of a class that is of no use here.
    case other
    case object(Class, [UInt8])
    /// The DEVICE objects of a DEVICES line. libgps would read at most four, and not all of each.
    case devices([[UInt8]])

    enum Class: String, CaseIterable {
        case version = "VERSION"
        case device = "DEVICE"
        case position = "TPV"
        case sky = "SKY"
        case errorEstimate = "GST"
        case error = "ERROR"
    }

    init(_ line: ArraySlice<UInt8>) {
        self = (try? Self.read(line)) ?? .malformed
    }

    private static func read(_ line: ArraySlice<UInt8>) throws(JSONWalk.Malformed) -> GPSDLine {
        guard let name = className(line), String(validating: line, as: UTF8.self) != nil else {
            throw JSONWalk.Malformed()
        }
        var isSound = true
        var devices: Range<Int>?
        var times: [(range: Range<Int>, text: String)] = []
        var walk = JSONWalk(line)
        try walk.object { (member, value, kind) throws(JSONWalk.Malformed) in
            isSound = isSound && Self.isSound(member.span, kind)
            if member.span.equals("devices") { devices = value }
            if member.span.equals("time"), let text = Self.mendedTime(line[value], kind) {
                times.append((value, text))
            }
        }
        walk.skipBlanks()
        guard walk.isAtEnd, isSound else { throw JSONWalk.Malformed() }
        if name == "DEVICES" { return try list(line, devices) }
        guard let known = Class(rawValue: name) else { return .other }
        guard count(of: classKey, in: line) == 1 else { throw JSONWalk.Malformed() }
        var object = line
        for time in times.reversed() { object.replaceSubrange(time.range, with: time.text.utf8) }
        return .object(known, Array(object))
    }

    /// What libgps should read instead of a time, in quotes; `nil` if libgps reads the time right.
    ///
    /// libgps makes 2 March of 30 February. It stops reading at a number, which gpsd wrote before
    /// 3.0: seconds since 1970.
    private static func mendedTime(_ value: ArraySlice<UInt8>, _ kind: JSONWalk.Kind) -> String? {
        switch kind {
        case .string:
            let text = value.dropFirst().dropLast()
            return Timestamp(iso8601: text.span) == nil ? "\"\"" : nil
        case .number:
            guard let seconds = Double(decimal: value.span), (0..<latest).contains(seconds) else {
                return "\"\""
            }
            return "\"\(Timestamp(seconds: seconds))\""
        case .other: return "\"\""
        }
    }

    private static func list(
        _ line: ArraySlice<UInt8>, _ devices: Range<Int>?
    ) throws(JSONWalk.Malformed) -> GPSDLine {
        guard let devices else { throw JSONWalk.Malformed() }
        var found: [[UInt8]] = []
        var walk = JSONWalk(line[devices])
        try walk.array { (element) throws(JSONWalk.Malformed) in
            guard case .object(.device, let device) = try read(line[element]) else {
                throw JSONWalk.Malformed()
            }
            found.append(device)
        }
        return .devices(found)
    }

    /// libgps looks for these very bytes, and gpsd writes them first.
    private static let classKey = Array(#""class":"#.utf8)

    private static func className(_ line: ArraySlice<UInt8>) -> String? {
        let start = [UInt8(ascii: "{")] + classKey + [UInt8(ascii: "\"")]
        guard line.starts(with: start) else { return nil }
        let name = line.dropFirst(start.count).prefix { $0 != UInt8(ascii: "\"") }
        return name.count <= 16 ? String(decoding: name, as: UTF8.self) : nil
    }

    /// Whether a member that matters has the type that libgps takes. At another type libgps stops
    /// reading, without saying so.
    private static func isSound(_ member: Span<UInt8>, _ kind: JSONWalk.Kind) -> Bool {
        for name in numbers where member.equals(name) { return kind == .number }
        for name in texts where member.equals(name) { return kind == .string }
        return true
    }

    /// Seconds since 1970 at the end of the year 9999, the last that RFC 3339 can write.
    private static let latest = 253_402_300_799.0

    private static let numbers: [StaticString] = [
        "lat", "lon", "mode", "eph", "status", "speed", "track", "altMSL", "hdop",
    ]
    private static let texts: [StaticString] = ["class", "device", "path", "driver", "message"]

    private static func count(of pattern: [UInt8], in line: ArraySlice<UInt8>) -> Int {
        var count = 0
        var rest = line
        while let start = rest.firstIndex(of: pattern[0]) {
            rest = rest[start...]
            if rest.starts(with: pattern) { count += 1 }
            rest = rest.dropFirst()
        }
        return count
    }
}
