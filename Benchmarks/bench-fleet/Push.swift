import Formats
import Geofencing
import Simulation

/// A request of one device, as it goes over the socket.
struct Push: Sendable {
    let device: Int
    let bytes: [UInt8]
    let positions: Int

    enum Method: String {
        case put = "PUT", post = "POST"
    }

    init(_ method: Method, device: Int, body: [UInt8], positions: Int) {
        self.device = device
        self.positions = positions
        let path = "/v1/devices/\(Self.name(device))" + (method == .post ? "/positions" : "")
        let head =
            "\(method.rawValue) \(path) HTTP/1.1\r\nHost: localhost\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
        bytes = Array(head.utf8) + body
    }

    /// The next `count` positions of a journey; `nil` at its end.
    init?(device: Int, of trace: inout SimulatedTrace, count: Int) {
        var body: [UInt8] = []
        var positions = 0
        while positions < count, let epoch = trace.next() {
            guard let fix = epoch.fix else { continue }
            var writer = JSONWriter()
            writer.object { json in
                json.member("time", fix.time)
                json.member("lat", fix.coordinate.latitude, decimals: 7)
                json.member("lon", fix.coordinate.longitude, decimals: 7)
                if let accuracy = fix.accuracy { json.member("accuracy", accuracy, decimals: 1) }
                if let speed = fix.speed { json.member("speed", speed, decimals: 2) }
                if let track = fix.track { json.member("track", track, decimals: 1) }
            }
            body.append(UInt8(ascii: positions == 0 ? "[" : ","))
            body += writer.bytes
            positions += 1
        }
        guard positions > 0 else { return nil }
        // One position needs no array.
        if count == 1 { body.removeFirst() } else { body.append(UInt8(ascii: "]")) }
        self.init(.post, device: device, body: body, positions: positions)
    }

    static func name(_ device: Int) -> String {
        let digits = String(device)
        return "d" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }
}
