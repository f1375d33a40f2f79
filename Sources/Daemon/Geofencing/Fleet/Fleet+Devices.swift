/// Devices as people set them up and look at them.
extension Fleet {
    /// Adds the device, or changes how it is set up. Returns whether it is new. Throws
    /// `TooManyDevices`.
    package func set(_ device: Device) async throws -> Bool {
        try await inTurn(device.id) {
            guard try await journal.device(device.id) != nil else {
                try await set(new: device)
                return true
            }
            try await journal.set(device)
            devices[device.id]?.adopt(device, settings.rules)
            return false
        }
    }

    func set(new device: Device) async throws {
        guard try await count() < settings.most else {
            throw TooManyDevices(most: settings.most)
        }
        try await journal.set(device)
        known? += 1
    }

    /// How many devices there are.
    private func count() async throws -> Int {
        if let known { return known }
        let count = try await journal.deviceCount()
        // Others may have been added meanwhile.
        known = known ?? count
        return known ?? count
    }

    /// Changes what `body` changes. Throws `UnknownDevice`, and whatever `body` throws.
    package func change(
        _ id: DeviceID, _ body: @Sendable (inout Device) throws -> Void
    ) async throws -> Device {
        try await inTurn(id) {
            guard var device = try await journal.device(id)?.device else {
                throw UnknownDevice(id: id)
            }
            try body(&device)
            try await journal.set(device)
            devices[id]?.adopt(device, settings.rules)
            return device
        }
    }

    /// Takes the device out. `isForgotten`: what is kept of it goes as well, also if it has been
    /// taken out before. Throws `UnknownDevice`.
    package func remove(_ id: DeviceID, isForgotten: Bool) async throws {
        try await inTurn(id) {
            guard try await journal.has(id, removed: isForgotten) else {
                throw UnknownDevice(id: id)
            }
            devices[id] = nil
            defer { known = nil }
            reports.forget(id)
            if isForgotten { try await journal.forget(id) } else { try await journal.remove(id) }
        }
    }

    /// What is known of a device that is or was in memory, with its regions; `nil` if there is none.
    package func tracked(_ id: DeviceID) async throws -> TrackedDevice? {
        try await inTurn(id) {
            if let device = devices[id] { return device.tracked }
            guard try await journal.device(id) != nil else { return nil }
            return try await followed(id).tracked
        }
    }

    /// All that explaining takes: the last positions, and what they were judged by. `nil` if there
    /// is no such device; `recent` is `nil` if none of its positions are kept any more.
    package func explained(
        _ id: DeviceID
    ) async throws -> (recent: RecentReports?, rules: Rules, regions: DeviceRegions)? {
        guard let stored = try await journal.device(id) else { return nil }
        let device = FollowedDevice(stored, settings.rules, version)
        return (
            reports[id], device.tracked.rules, DeviceRegions(regions, for: device.audiences)
        )
    }

    /// The kinds of transitions that become notices.
    package var reported: Set<Transition.Kind> { settings.transitions }

    /// How it goes with all devices together.
    package struct Condition: Sendable {
        /// Devices that are there.
        package var known: Int
        /// Those of them that moved lately.
        package var inMemory: Int
        /// Positions that are still to be judged.
        package var waiting: Int
        /// Of all positions since the start.
        package var counts: FixCounts
    }

    package func condition() async -> Condition {
        Condition(
            // While they cannot be counted, they cannot be written either, which is said elsewhere.
            known: (try? await count()) ?? 0, inMemory: devices.count, waiting: load.waiting,
            counts: counts)
    }
}
