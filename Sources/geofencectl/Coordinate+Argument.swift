import ArgumentParser
import Geofencing
import Places

extension Coordinate {
    /// `52.3731,4.8926`, latitude first, or a `geo:` URI (RFC 5870); `nil` if it is not written so.
    ///
    /// Throws if the numbers are those of no point on the Earth.
    init?(written text: String) throws(Refusal) {
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

    /// For options that take nothing else.
    init(argument text: String) throws {
        guard let coordinate = try Coordinate(written: text) else {
            throw ValidationError("use a latitude and a longitude, as in 52.3731,4.8926")
        }
        self = coordinate
    }
}
