import FoundationEssentials

/// What a client of gpsd's protocol wants to get.
struct WatchPolicy: Hashable, Sendable {
    var isEnabled = false
    var json = false
    var nmea = false
    /// 0 to 2: what a receiver sends. With 1 or 2 that is NMEA here.
    var raw = 0
    /// These two are only repeated in the answer: nothing that is served here is scaled or split.
    var scaled = false
    var split24 = false
    /// The only device that is wanted; `nil`: any.
    var device: String?

    /// The policy of a client that gets sentences without a request.
    static let sentences: WatchPolicy = {
        var policy = WatchPolicy()
        (policy.isEnabled, policy.nmea) = (true, true)
        return policy
    }()

    /// Whether a client with it gets anything from the device with this path.
    func isInterested(in path: String) -> Bool {
        isEnabled && (json || nmea || raw > 0) && (device == nil || device == path)
    }

    /// What a client with it gets of `epoch` from the device with this path.
    func lines(of epoch: EncodedEpoch, from path: String) -> [UInt8] {
        guard isInterested(in: path) else { return [] }
        return (nmea || raw > 0 ? epoch.nmea : []) + (json ? epoch.json : [])
    }

    /// Changes it by the JSON object after `?WATCH=`. Members that are left out stay as they are,
    /// except `enable` and `device`, which gpsd resets.
    mutating func change(_ object: Substring) throws {
        let change = try JSONDecoder().decode(Change.self, from: Data(object.utf8))
        isEnabled = change.enable ?? true
        device = change.device.flatMap { $0.isEmpty ? nil : $0 }
        json = change.json ?? json
        nmea = change.nmea ?? nmea
        raw = min(max(0, change.raw ?? raw), 2)
        scaled = change.scaled ?? scaled
        split24 = change.split24 ?? split24
    }

    private struct Change: Decodable {
        var enable: Bool?
        var json: Bool?
        var nmea: Bool?
        var raw: Int?
        var scaled: Bool?
        var split24: Bool?
        var device: String?
    }
}
