package import Geofencing
import Posix

extension Coordinate {
    /// Reads `52.3731,4.8926`, latitude first, or a `geo:` URI (RFC 5870); `nil` if the text is
    /// neither.
    ///
    /// Throws if the numbers are not degrees of a point on the Earth.
    package init?(written text: String) throws(Refusal) {
        var rest = text.trimmed[...]
        let isURI = rest.lowercased().hasPrefix("geo:")
        if isURI { rest = rest.dropFirst(4).prefix { $0 != ";" && $0 != "?" } }
        let numbers = rest.split(separator: ",", omittingEmptySubsequences: false).map {
            Double(String($0).trimmed)
        }
        guard numbers.count == 2 || isURI && numbers.count == 3, let latitude = numbers[0],
            let longitude = numbers[1]
        else { return nil }
        self = try Limits.coordinate(latitude: latitude, longitude: longitude)
    }

    /// As the other, but throws for any other text; `field`: its name, for the message.
    package init(written text: String, of field: String) throws(Refusal) {
        guard let coordinate = try Coordinate(written: text) else {
            throw Refusal(
                .invalid, field,
                "\(text.quoted) is not a latitude and a longitude: write it as in 52.3731,4.8926")
        }
        self = coordinate
    }
}
