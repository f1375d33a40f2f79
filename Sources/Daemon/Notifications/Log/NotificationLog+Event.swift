extension NotificationLog {
    /// What whoever runs the log may want to write to its own log.
    package enum Event: Sendable {
        /// A database that cannot be used was moved to `path`.
        case setAside(path: String, error: any Error)
        /// Another log begins with the number `first`: the database had lost some up to `after`.
        case begun(LogID, first: Int, after: Int)
        /// Notices cannot be written; they wait in memory.
        case suspended(any Error)
        /// So many wait that there is no room for more: the tracker waits as well.
        case stopped(waiting: Int)
        /// Notices can be written again; `count` of them had waited.
        case writtenAgain(count: Int)
        /// The number of the last notice cannot be written to the file beside the database.
        case unmarked(any Error)
        /// The disk is full: notices are written to the room that was kept for them.
        case usesSpare
        /// There is room again that can be kept.
        case spareKept
        /// The log ends, and so many notices could not be written.
        case lost(Int)
    }

    /// How the log is.
    package struct Condition: Sendable {
        package var log: LogID
        /// The number of the oldest notice that is kept.
        package var oldest: Int
        /// The number of the last notice that was written.
        package var latest: Int
        /// How many notices wait to be written.
        package var waiting: Int
        /// Why they cannot be written, or soon cannot be; `nil` if all is well.
        package var problem: String?
    }
}
