import FoundationEssentials

/// What one client of gpsd's protocol wants to get.
struct WatchPolicy: Hashable, Sendable {
    var isEnabled = false
    var json = false
    var nmea = false
    /// 0 to 2: what a receiver sends, which is NMEA here whatever the number.
    var raw = 0
    /// Kept, and told back: nothing that is served here comes scaled or split.
    var scaled = false
    var split24 = false
    /// The only one that is meant; `nil` is any.
    var device: String?

    /// A client that gets sentences and cannot ask for anything.
    static let sentences: WatchPolicy = {
        var policy = WatchPolicy()
        (policy.isEnabled, policy.nmea) = (true, true)
        return policy
    }()

    /// Whether it gets anything from the device that `path` tells.
    func isInterested(in path: String) -> Bool {
        isEnabled && (json || nmea || raw > 0) && (device == nil || device == path)
    }

    /// What a client with it gets of `epoch`, which `path` tells.
    func lines(of epoch: EncodedEpoch, from path: String) -> [UInt8] {
        guard isInterested(in: path) else { return [] }
        return (nmea || raw > 0 ? epoch.nmea : []) + (json ? epoch.json : [])
    }

    /// `object`: as after `?WATCH=`. What it does not say stays, but for what gpsd puts back.
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
