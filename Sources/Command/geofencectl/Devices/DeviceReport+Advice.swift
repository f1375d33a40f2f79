extension DeviceReport {
    /// Of its positions, from 0 to 1, when there is something to mend.
    static let badShare = 0.5

    /// What to do when most of its positions are dropped: a line, or none.
    var advice: [String] {
        guard shareDropped > Self.badShare, let reason = reasons.first else { return [] }
        return ["most positions are dropped: \(own ? Self.ofOwn : words(reason.name))"]
    }

    private static let ofOwn = "geofencectl status says how it goes with the receiver"

    private func words(_ reason: String) -> String {
        switch reason {
        case "accuracy" where (maxAccuracy ?? 0) < Self.ofPhones:
            "they are less accurate than is used of it; for a phone: geofencectl devices edit "
                + "\(id) --max-accuracy \(Int(Self.ofPhones))"
        case "accuracy": "they are less accurate than is used of it: let it use its GPS"
        case "unknown_accuracy": "they have no accuracy above 0: have its app send it"
        case "not_later":
            "they are not later than one before: let one app send for it, each position once"
        case "jump": "they are further apart than it can have moved: let one app send for it"
        case "future": "they are ahead of this machine's clock: set the clock that is wrong"
        case "null_island", "out_of_range":
            "they are not where anything can be: let its app wait until it knows where it is"
        default: "see docs/devices.md"
        }
    }

    /// Metres: a phone's Wi-Fi fixes say 65.
    private static let ofPhones = 100.0
}
