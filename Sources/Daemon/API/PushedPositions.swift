import Formats
import Geofencing
import HTTPService
import HTTPTypes
import Hummingbird
import NIOCore
import Posix

/// The positions in the body of a request: an object, an array of them, or NDJSON.
///
/// All are well-formed or none is taken: what is wrong is named with its index.
struct PushedPositions: ~Copyable {
    /// How many one request may have.
    static let most = 10_000

    private(set) var fixes: [Fix] = []
    private var parser = JSONParser()

    /// Throws a `Problem`.
    static func fixes(of request: Request) async throws -> [Fix] {
        let isLines = try request.isNDJSON
        let body = try await request.shallowBody()
        var positions = PushedPositions()
        let bytes = Array(body.readableBytesView)
        try isLines ? positions.read(lines: bytes) : positions.read(json: bytes)
        return positions.fixes
    }

    // MARK: Forms

    private mutating func read(lines: [UInt8]) throws {
        for line in lines.split(separator: UInt8(ascii: "\n")) where !line.isBlank {
            let name = "[\(fixes.count)]"
            do {
                try append(parser.parse(Array(line)), called: name)
            } catch let error as JSONError {
                throw Problem(field: name, "\(error)")
            }
        }
    }

    private mutating func read(json: [UInt8]) throws {
        if json.isBlank { throw Problem(.badRequest, "the body is empty: send positions") }
        let root: JSONValue
        do {
            root = try parser.parse(json)
        } catch {
            throw Problem(field: Self.firstMalformed(in: json), "\(error)")
        }
        guard root.kind == .array else { return try append(root, called: "") }
        var fixes: [Fix] = []
        try root.forEachElement { value in
            try Self.admit(fixes.count + 1)
            fixes.append(try Fix(pushed: value, called: "[\(fixes.count)]"))
        }
        self.fixes = fixes
    }

    private mutating func append(_ value: JSONValue, called name: String) throws {
        try Self.admit(fixes.count + 1)
        fixes.append(try Fix(pushed: value, called: name))
    }

    private static func admit(_ count: Int) throws {
        guard count <= most else {
            throw Problem(
                .contentTooLarge, "more than \(most) positions: send them in several requests")
        }
    }

    /// The first element of an array that is not JSON by itself; empty if that cannot be said.
    private static func firstMalformed(in array: [UInt8]) -> String {
        let array = array.drop { $0 <= UInt8(ascii: " ") }
        guard array.first == UInt8(ascii: "[") else { return "" }
        var parser = JSONParser()
        let inner = array.dropFirst()
        for (i, element) in inner.elements.enumerated() {
            if (try? parser.parse(Array(element))) == nil { return "[\(i)]" }
        }
        return ""
    }
}

extension Collection<UInt8> {
    fileprivate var isBlank: Bool { allSatisfy { $0 <= UInt8(ascii: " ") } }
}

extension ArraySlice<UInt8> {
    /// What stands between the commas of an array, without those in strings and deeper.
    fileprivate var elements: [ArraySlice<UInt8>] {
        var elements: [ArraySlice<UInt8>] = []
        var (start, depth) = (startIndex, 0)
        var (isString, isEscaped) = (false, false)
        for i in indices {
            if isEscaped {
                isEscaped = false
                continue
            }
            switch self[i] {
            case UInt8(ascii: "\\"): isEscaped = isString
            case UInt8(ascii: "\""): isString.toggle()
            case _ where isString: break
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "]") where depth == 0:
                return elements + [self[start..<i]]
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ",") where depth == 0:
                elements.append(self[start..<i])
                start = i + 1
            default: break
            }
        }
        return elements + [self[start...]]
    }
}

// MARK: - One position

extension Fix {
    /// `name`: of the object in the body, as in `[3]`; empty for the body itself. Throws a
    /// `Problem`.
    fileprivate init(pushed value: JSONValue, called name: String) throws {
        guard value.kind == .object else {
            throw Problem(field: name, "is \(value.inWords): use an object")
        }
        var fields = PushedFields(name: name)
        try value.forEachMember { try fields.set($0, to: $1) }
        guard let time = fields.time else { throw fields.missing("time") }
        guard let lat = fields.numbers["lat"] else { throw fields.missing("lat") }
        guard let lon = fields.numbers["lon"] else { throw fields.missing("lon") }
        self.init(time: time, coordinate: Coordinate(latitude: lat, longitude: lon))
        accuracy = fields.numbers["accuracy"]
        // Phones write a negative number when they do not know.
        speed = fields.numbers["speed"].flatMap { $0 >= 0 ? $0 : nil }
        track = fields.numbers["track"].flatMap { (0..<360).contains($0) ? $0 : nil }
        altitude = fields.numbers["altitude"]
    }
}

extension String {
    /// Whether it has a time of day and an offset from UTC (RFC 3339), if it is a time.
    fileprivate var hasOffset: Bool {
        let bytes = utf8.suffix(6)
        guard utf8.count >= 20, let first = bytes.first, let last = bytes.last else { return false }
        return [UInt8(ascii: "Z"), UInt8(ascii: "z")].contains(last)
            || [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(first)
    }
}

/// The members of one position so far.
private struct PushedFields {
    let name: String
    var time: Timestamp?
    var numbers: [String: Double] = [:]

    private static let ranges: [String: ClosedRange<Double>] = [
        "lat": -90...90, "lon": -180...180,
    ]
    private static let names = ["lat", "lon", "accuracy", "speed", "track", "altitude"]

    mutating func set(_ field: String, to value: JSONValue) throws {
        if field == "time" {
            if time != nil { throw problem(field, "is there twice") }
            guard let text = value.string, text.hasOffset, let parsed = Timestamp(iso8601: text)
            else {
                throw problem(
                    field, "is \(value.inWords): use a time, as in \"2026-05-01T12:00:00Z\"")
            }
            time = parsed
            return
        }
        guard Self.names.contains(field) else {
            throw problem(
                field.shortened,
                "is not known here: use time, \(Self.names.joined(separator: ", "))")
        }
        if numbers[field] != nil { throw problem(field, "is there twice") }
        if value.kind == .null, field != "lat", field != "lon" { return }
        guard let number = value.number else {
            throw problem(field, "is \(value.inWords): use a number")
        }
        if let range = Self.ranges[field], !range.contains(number) {
            throw problem(
                field, "\(number) is not from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
        }
        numbers[field] = number
    }

    func missing(_ field: String) -> Problem { problem(field, "is missing") }

    private func problem(_ field: String, _ words: String) -> Problem {
        Problem(field: name.isEmpty ? field : "\(name).\(field)", words)
    }
}

extension Request {
    /// Whether the body is lines of JSON; throws if it is neither that nor JSON.
    var isNDJSON: Bool {
        get throws(Problem) {
            let type = headers[.contentType]?.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
            switch type {
            case "application/x-ndjson"?: return true
            case let type? where type == "application/json" || type.hasSuffix("+json"): return false
            default:
                throw Problem(
                    .unsupportedMediaType,
                    "the body must be JSON or lines of it: send 'Content-Type: application/json' "
                        + "or 'application/x-ndjson' along")
            }
        }
    }
}
