package import Geofencing
package import Places
import Posix

extension Audience {
    /// Throws if none can be called so; `field`: its name, for the message.
    package init(_ text: String, of field: String = "audience") throws(Refusal) {
        guard let audience = Audience(text) else {
            throw Refusal(
                .invalid, field,
                "\(text.shortened.quoted) is not 1 to 128 of a-z, 0-9 and ._/-, the first a letter "
                    + "or digit: write it as in everyone or person/anna")
        }
        self = audience
    }

    /// JSON Schema.
    static let pattern = "^[a-z0-9][a-z0-9._/-]{0,127}$"

    /// The parameter of a list: JSON, for the API's description.
    static let filter = #"""
        {"name": "audience", "in": "query",
          "schema": {"type": "string", "pattern": "\#(pattern)"},
          "description": "Only those for this audience."}
        """#
}

extension Audience: Codable {
    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        try self.init(text, of: decoder.codingPath.last?.stringValue ?? "audience")
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(description)
    }
}
