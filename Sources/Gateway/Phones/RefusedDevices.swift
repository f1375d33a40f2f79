import Synchronization

/// The devices that the daemon refuses to set up for good, and why: whoever sets them up writes that
/// down, and whoever sends their positions reads it.
package final class RefusedDevices: Sendable {
    private let errors = Mutex<[String: String]>([:])

    package init() {}

    /// What the daemon has said last of the device; `nil`: it is set up, or may be soon.
    package subscript(device: String) -> String? { errors.withLock { $0[device] } }

    /// These are refused from now on, and no others. Returns those that were not before, or for
    /// another reason, and how many were.
    package func replace(by all: [String: String]) -> (new: [String: String], before: Int) {
        errors.withLock { errors in
            defer { errors = all }
            return (all.filter { errors[$0.key] != $0.value }, errors.count)
        }
    }
}
