package import Geofencing
import SQLite

/// Devices whose positions are pushed are written down with their notices. What comes while the disk
/// is busy is written together, and waits for it once.
extension NotificationLog: FleetJournal {
    package func device(_ id: DeviceID) throws -> StoredDevice? { try readable().device(id) }

    package func set(_ device: Device) throws { try opened().set(device) }

    package func has(_ id: DeviceID, removed: Bool) throws -> Bool {
        try readable().has(id, removed: removed)
    }

    package func remove(_ id: DeviceID) throws { try opened().remove(id) }

    package func deviceCount() throws -> Int { try readable().deviceCount(without: device) }

    package func append(_ update: DeviceUpdate) async throws -> [Int] {
        if let problem, ContinuousClock.now < nextTry { throw problem }
        return try await withCheckedThrowingContinuation { answer in
            updates.append(WaitingUpdate(update: update, answer: answer))
            if updates.count > 1 { return }
            // Those that are here by then are written together.
            Task { flush() }
        }
    }

    /// An update that is to be written, and who waits for that.
    struct WaitingUpdate {
        let update: DeviceUpdate
        let answer: CheckedContinuation<[Int], any Error>
    }

    // MARK: Reading

    /// Devices after `id` in the order of their ids, at most `limit`, without what explains them.
    package nonisolated func devices(
        after id: String, limit: Int
    ) async throws -> [StoredDevice] {
        try await read { try $0.devices(after: id, limit: limit) }
    }

    package nonisolated func stored(_ id: DeviceID) async throws -> StoredDevice? {
        try await read { try $0.device(id) }
    }

    /// The positions of a device that are kept, from `since` on and before `until`, in the order of
    /// time, at most `limit`.
    package nonisolated func positions(
        of id: DeviceID, since: Timestamp, until: Timestamp, limit: Int
    ) async throws -> [Fix] {
        try await read { try $0.positions(of: id, since: since, until: until, limit: limit) }
    }
}
