import APIClient
import ArgumentParser
import Formats
import Places
import Posix

/// Path and query of a request, as somebody typed them.
struct RequestPath {
    private let text: String

    /// Throws if it is no path of the daemon or the gateway, or could be read as another one.
    init(_ text: String) throws {
        let path = text.prefix { $0 != "?" }
        guard path.hasPrefix("/v1/") || path.hasPrefix("/api/"), !path.contains("//"),
            !path.replacing("%2e", with: ".").replacing("%2E", with: ".").contains(".."),
            !text.unicodeScalars.contains(where: { $0 == "\r" || $0 == "\n" })
        else {
            throw Refusal(
                .invalid, "path \(text.quoted)",
                "is none: write it as in /v1/status of the daemon, or /api/people of the gateway")
        }
        self.text = text
    }

    var isGateways: Bool { text.hasPrefix("/api/") }

    /// As a request has it: what was percent-encoded stays so. `fields`: more of the query.
    func target(_ fields: [RequestField]) -> String {
        // All that path and query may have (RFC 3986, 3.3 and 3.4), and the sign of an encoded one.
        let target = text.percentEncoded(besides: "/?:@!$&'()*+,;=%")
        let items = fields.map { "\($0.name.percentEncoded())=\($0.text.percentEncoded())" }
        guard !items.isEmpty else { return target }
        return target + (text.contains("?") ? "&" : "?") + items.joined(separator: "&")
    }
}

/// `name=value`.
struct RequestField: ExpressibleByArgument {
    var name: String
    /// As it was typed.
    fileprivate var value: String

    init?(argument: String) {
        guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else {
            return nil
        }
        name = String(argument[..<equals])
        value = String(argument[argument.index(after: equals)...])
    }

    /// Foundation would take 0042 for a number.
    private var isJSON: Bool {
        var parser = JSONParser()
        return (try? parser.parse(Array(value.utf8))) != nil
    }

    /// For a query.
    fileprivate var text: String {
        (isJSON ? try? AnyJSON(Array(value.utf8)).string : nil) ?? value
    }

    /// The value is sent as it was typed, so that no digit of a number is lost.
    fileprivate var member: String {
        get throws {
            "\(try name.json):\(isJSON ? value : try value.json)"
        }
    }
}

/// What is sent with a request.
struct RequestBody {
    var bytes: [UInt8]
    /// Its media type.
    var type = "application/json"

    /// `nil` if there are none. Throws if two have one name.
    init?(_ fields: [RequestField]) throws {
        guard !fields.isEmpty else { return nil }
        var names: Set<String> = []
        for field in fields where !names.insert(field.name).inserted {
            throw Refusal(.invalid, "--field", "\(field.name.quoted) is there twice: say it once")
        }
        bytes = Array("{\(try fields.map { try $0.member }.joined(separator: ","))}".utf8)
    }

    /// A file, or `-`.
    init(_ path: String) throws {
        bytes = try InputFile(path: path).contents(limit: Self.largest)
        let first = bytes.prefix { $0 != UInt8(ascii: "\n") }
        if let begun = Self.beginnings.first(where: { bytes.starts(with: $0.bytes) }) {
            type = begun.type
        } else if bytes.dropFirst(first.count).contains(where: { $0 > UInt8(ascii: " ") }),
            (try? AnyJSON(Array(first))) != nil
        {
            type = "application/x-ndjson"
        }
    }

    /// As much as any path takes but those of imports and base maps, which have commands.
    private static let largest = 64 << 20

    /// What files begin with (JPEG: ITU-T T.81, B.1; PNG: RFC 2083, 3.1; WebP: RFC 9649, 2.4).
    private static let beginnings: [(bytes: [UInt8], type: String)] = [
        ([0xFF, 0xD8, 0xFF], "image/jpeg"), ([0x89] + Array("PNG".utf8), "image/png"),
        (Array("RIFF".utf8), "image/webp"),
        (Array("SQLite format 3".utf8), "application/vnd.sqlite3"),
    ]
}
