import Messages

/// The nearest regions of a phone, as OwnTracks carries them.
///
/// A command adds to what the app has: a waypoint goes only if its key comes with a coordinate out of
/// range. The key is `tst` on Android, `desc` on iPhones. So each region takes one of 20 slots with
/// fixed keys, and a command names all slots: it replaces whatever an earlier one has left there, also
/// one of before a restart, and touches no waypoint of the person's own. So no name of a place leaves.
struct PhoneFences: Sendable {
    /// iPhones watch as many.
    static let most = 20

    struct Fence: Hashable, Sendable {
        /// Degrees, WGS 84.
        var latitude: Double
        var longitude: Double
        /// Metres.
        var radius: Double
    }

    /// A region stays in its slot, since each change of one makes the phone begin anew with it.
    private var slots = [Fence?](repeating: nil, count: most)

    /// Takes the nearest regions; returns whether they are others than before.
    mutating func take(_ fences: [Fence]) -> Bool {
        var wanted: [Fence] = []
        for fence in fences where wanted.count < Self.most && !wanted.contains(fence) {
            wanted.append(fence)
        }
        let before = slots
        for index in slots.indices {
            if let fence = slots[index], !wanted.contains(fence) { slots[index] = nil }
        }
        for fence in wanted where !slots.contains(fence) {
            slots[slots.firstIndex(of: nil)!] = fence
        }
        return slots != before
    }

    /// JSON that sets all of them.
    var command: String {
        let waypoints = slots.enumerated().map { index, fence in
            let (latitude, longitude) = fence.map { ($0.latitude, $0.longitude) } ?? (-1e6, -1e6)
            let radius = fence.map { max(1, Int($0.radius.rounded())) } ?? 0
            return """
                {"_type":"waypoint","tst":\(Self.firstKey + index),"desc":"geofenced \(index + 1)",\
                "lat":\(latitude),"lon":\(longitude),"rad":\(radius)}
                """
        }
        return """
            {"_type":"cmd","action":"setWaypoints","waypoints":{"_type":"waypoints","waypoints":\
            [\(waypoints.joined(separator: ","))]}}
            """
    }

    /// A second of 2001, in which no app has made a waypoint.
    private static let firstKey = 1_000_000_001
}

extension PhoneFences.Fence {
    /// `nil` if nobody knows where it is.
    init?(_ region: ListedRegion) {
        guard let center = region.center else { return nil }
        self.init(latitude: center.latitude, longitude: center.longitude, radius: region.radius)
    }
}
