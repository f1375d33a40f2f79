/// A device whose positions are followed, as people set it up.
package struct Device: Hashable, Sendable {
    package let id: DeviceID
    /// For people; `nil`: it has none but its id.
    package var name: String?
    /// The audiences whose regions count for it, besides its own (`audiences`).
    package var follows: Set<Audience> = [.everyone]
    /// Metres; a position of exactly this accuracy is used. `nil`: as for all.
    package var maxAccuracy: Double?

    package init(_ id: DeviceID) { self.id = id }

    /// All audiences whose regions count for it.
    package var audiences: Set<Audience> { follows.union([.device(id)]) }
}

/// What is known of a device, written down with the notices that it led to.
package struct DeviceState: Sendable {
    /// In the form of `TrackerState.memory`.
    package var memory: [UInt8]
    /// The ids of the regions that it is in, in order.
    package var inside: [String] = []
    /// The last position that was used; `nil` if there was none.
    package var position: Fix?
    /// How many positions came, and what became of them.
    package var counts = FixCounts()
    /// Which regions it was judged by; `nil` if that is not known.
    package var regions: RegionsVersion?

    package init(memory: [UInt8]) { self.memory = memory }
}

/// Tells whether the regions of all devices have changed.
package struct RegionsVersion: Hashable, Sendable {
    /// Of the process, drawn at random.
    let run: UInt32
    private(set) var changes: UInt32 = 0

    init() { run = .random(in: 0...(.max >> 1)) }

    mutating func change() { changes &+= 1 }

    /// Whether they have changed since `earlier`; not, as far as is known, if that was another
    /// process's.
    func isLater(than earlier: RegionsVersion?) -> Bool {
        earlier.map { $0.run == run && $0 != self } ?? false
    }

    package var number: Int64 { Int64(run) << 32 | Int64(changes) }

    package init(number: Int64) {
        run = UInt32(truncatingIfNeeded: number >> 32)
        changes = UInt32(truncatingIfNeeded: number)
    }
}

/// A device as it was written down.
package struct StoredDevice: Sendable {
    package var device: Device
    /// `nil` if no position has come yet.
    package var state: DeviceState?
    /// The last position that was kept; `nil` if none is.
    package var lastKept: Fix?

    package init(_ device: Device, state: DeviceState? = nil, lastKept: Fix? = nil) {
        (self.device, self.state, self.lastKept) = (device, state, lastKept)
    }
}

/// What positions of a device led to.
package struct DeviceUpdate: Sendable {
    package let device: DeviceID
    /// Those to be told, in the order of time.
    package let transitions: [Transition]
    /// What ended, and nobody is told.
    package let exits: [UntoldExit]
    /// After all positions.
    package let state: DeviceState
    /// The positions to be kept.
    package let kept: [Fix]
    /// Positions that came when later ones had been judged: they decide nothing, and are kept where
    /// they add something to the way.
    package let late: [Fix]

    package init(
        device: DeviceID, transitions: [Transition], exits: [UntoldExit] = [],
        state: DeviceState, kept: [Fix], late: [Fix] = []
    ) {
        (self.device, self.transitions, self.exits) = (device, transitions, exits)
        (self.state, self.kept, self.late) = (state, kept, late)
    }
}

/// Where devices and what happens to them are written down.
package protocol FleetJournal: Sendable {
    /// `nil` if there is none.
    func device(_ id: DeviceID) async throws -> StoredDevice?

    /// Writes the device as people set it up, and leaves the rest.
    func set(_ device: Device) async throws

    /// Whether it is there; `removed`: or has been, and something is kept of it.
    func has(_ id: DeviceID, removed: Bool) async throws -> Bool

    /// Takes it out, with all that is known of where it is; its history stays.
    func remove(_ id: DeviceID) async throws

    /// Takes it out, with its history.
    func forget(_ id: DeviceID) async throws

    /// How many there are, besides the own source.
    func deviceCount() async throws -> Int

    /// Writes it down, all or nothing. Returns the numbers of its notices when it is as durable as
    /// they are; throws if it cannot be written, and then it is not.
    func append(_ update: DeviceUpdate) async throws -> [Int]
}

/// Where the regions of devices come from. What is looked up around one is there for all.
package protocol FleetRegions: Sendable {
    /// Something has changed: what was looked up before is forgotten.
    func forget() async

    /// Whether something has changed since this was asked last.
    func hasChanged() async -> Bool

    /// As `RegionSource.regions`, for a device that follows `audiences`.
    func regions(
        around center: Coordinate, reach: Double, at time: Timestamp, for audiences: Set<Audience>
    ) async throws -> RegionSet
}

/// The regions for one device.
package struct DeviceRegions: RegionSource {
    private let all: any FleetRegions
    private let audiences: Set<Audience>

    package init(_ all: any FleetRegions, for audiences: Set<Audience>) {
        (self.all, self.audiences) = (all, audiences)
    }

    package func regions(
        around center: Coordinate, reach: Double, at time: Timestamp
    ) async throws -> RegionSet {
        try await all.regions(around: center, reach: reach, at: time, for: audiences)
    }
}
