import APIClient

/// How a device is announced at a broker.
extension MirroredDevice {
    var shownName: String { name ?? id }

    /// Whether nothing of it is to be said otherwise than of `other`.
    func looks(like other: MirroredDevice) -> Bool {
        (fix, inside, name) == (other.fix, other.inside, other.name)
    }

    /// Whether it was nowhere yet. Of the own source, nobody knows where it was before a restart.
    var isNew: Bool { fix == nil && !own }

    /// Whether the daemon knows all regions there: it looks them up so far around a fix at least
    /// (`regions.load_radius`).
    func isNear(_ center: Message.Position?) -> Bool {
        guard let fix, let center else { return false }
        return fix.position.isNear(center, within: Self.lookedUp)
    }

    /// Metres.
    private static let lookedUp = 1000.0

    /// Whether it is where it was `before`, as far as anybody can tell: no further away than its
    /// accuracy, or 10 m, in the same regions, and standing or on its way as then.
    func stays(since before: MirroredDevice) -> Bool {
        guard let fix, let past = before.fix, inside == before.inside, name == before.name,
            fix.isStanding == past.isStanding, (fix.accuracy ?? 0) * 2 >= (past.accuracy ?? 0)
        else { return false }
        return fix.position.isNear(past.position, within: max(Self.jitter, fix.accuracy ?? 0))
    }

    /// Metres by which the best of receivers err while they stand.
    private static let jitter = 10.0

    /// As Home Assistant reads it: these are the attributes of a `device_tracker`. `nil` as long as
    /// nobody knows where it is.
    func position(in regions: [AnnouncedRegion]) -> AnyJSON? {
        guard let fix else { return nil }
        let names = regions.filter { inside.contains($0.region) }.map(\.name).sorted()
        var members: [String: AnyJSON] = [
            "latitude": .number(fix.position.latitude),
            "longitude": .number(fix.position.longitude),
            // Without the member, it would be 0 as well.
            "gps_accuracy": .number(fix.accuracy ?? 0), "time": .string(fix.time),
            "regions": .array(names.map { .string($0) }),
        ]
        members["speed"] = fix.speed.map { .number($0) }
        members["course"] = fix.track.map { .number($0) }
        return .object(members)
    }
}

extension MirroredDevice.Fix {
    /// Slower than any walk; `nil` if nobody says.
    fileprivate var isStanding: Bool? { speed.map { $0 < 1 } }
}
