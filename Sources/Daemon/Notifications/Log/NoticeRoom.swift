package import Posix

/// Room on the disk that is kept for notices, and whether there is less than that.
struct NoticeRoom {
    /// Whether the disk has less room than is to be kept.
    private(set) var isNearlyFull = false
    private let spare: SpareRoom

    init(in directory: String) {
        spare = NotificationLog.spareRoom(in: directory)
    }

    /// Gives the room up, so that notices can be written; `false` if there was none.
    mutating func release() -> Bool {
        guard spare.release() else { return false }
        isNearlyFull = true
        return true
    }

    /// Takes the room as far as there is enough; `true` if it was missing and is there again.
    mutating func keep() -> Bool {
        let wasNearlyFull = isNearlyFull
        isNearlyFull = !spare.keep()
        return wasNearlyFull && !isNearlyFull
    }
}

extension NotificationLog {
    /// Bytes; some thousand notices take as much.
    package static let spareRoom = 4 << 20

    /// The room that is kept for notices in a state directory.
    package static func spareRoom(in directory: String) -> SpareRoom {
        SpareRoom(path: "\(directory)/notifications.spare", size: spareRoom)
    }
}
