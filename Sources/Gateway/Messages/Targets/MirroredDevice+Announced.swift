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

    /// `nil` as long as nobody knows where it is.
    func position(in regions: [AnnouncedRegion]) -> Position? {
        guard let fix else { return nil }
        let names = regions.filter { inside.contains($0.region) }.map(\.name).sorted()
        return Position(
            latitude: fix.position.latitude, longitude: fix.position.longitude,
            accuracy: fix.accuracy ?? 0, speed: fix.speed, course: fix.track, time: fix.time,
            regions: names)
    }

    /// As Home Assistant reads it: these are the attributes of a `device_tracker`.
    struct Position: Encodable {
        /// Degrees, WGS 84.
        var latitude: Double
        var longitude: Double
        /// Metres; 0 if nobody says, as it would be without the member.
        var accuracy: Double
        /// Metres per second.
        var speed: Double?
        /// Degrees from north.
        var course: Double?
        /// Of the fix: RFC 3339.
        var time: String
        /// The names of those that it is in.
        var regions: [String]

        enum CodingKeys: String, CodingKey {
            case latitude, longitude, speed, course, time, regions
            case accuracy = "gps_accuracy"
        }
    }
}

extension MirroredDevice.Fix {
    /// Slower than any walk; `nil` if nobody says.
    fileprivate var isStanding: Bool? { speed.map { $0 < 1 } }
}
