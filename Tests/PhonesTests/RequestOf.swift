import Community
import Geofencing
import HTTPTypes
import Phones

/// A request of an app, at a time of the test's own.
func request(
    _ body: String = "", query: [(String, String)] = [], token: String? = nil,
    authorization: String? = nil
) -> PhoneRequest {
    var request = PhoneRequest(now: .test)
    request.body = Array(body.utf8)
    request.query = query.map { (name: $0.0, value: $0.1) }
    request.token = token
    request.headers[.authorization] = authorization
    return request
}

extension Timestamp {
    /// 2026-05-01T12:00:11Z
    static let test = Timestamp(milliseconds: 1_777_636_811_000)
}

extension PhoneMessage {
    /// As in `12:00:11 42.5,1.5 ±12 9 m/s 120° 1010 m`; what is ignored by its reason.
    var outline: String {
        let ignored = ignored.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { "\($0.value) \($0.key.rawValue)" }
        return (positions.map(\.outline) + ignored).joined(separator: ", ")
    }
}

extension PhonePosition {
    fileprivate var outline: String {
        let time = "\(time)".dropFirst("2026-05-01T".count).prefix(8)
        var words = ["\(time) \(latitude),\(longitude)"]
        if let accuracy { words.append("±\(accuracy)") }
        if let speed { words.append("\((speed * 100).rounded() / 100) m/s") }
        if let track { words.append("\(track)°") }
        if let altitude { words.append("\(altitude) m") }
        return words.joined(separator: " ")
    }
}
