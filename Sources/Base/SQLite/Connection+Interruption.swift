import CSQLite

/// What ends statements before they are done.
extension Connection {
    /// How many steps of SQLite's machine there are between two questions: some milliseconds.
    private static let steps: Int32 = 100_000

    /// Asked while statements run; `true` makes them throw. `nil`: they run to their end.
    package var isInterrupted: (@Sendable () -> Bool)? {
        get { interruption?.isWanted }
        set {
            interruption = newValue.map { Interruption(isWanted: $0) }
            guard let interruption else {
                return sqlite3_progress_handler(handle, 0, nil, nil)
            }
            sqlite3_progress_handler(
                handle, Self.steps,
                {
                    Unmanaged<Interruption>.fromOpaque($0!).takeUnretainedValue().isWanted() ? 1 : 0
                },
                Unmanaged.passUnretained(interruption).toOpaque())
        }
    }
}

final class Interruption: Sendable {
    let isWanted: @Sendable () -> Bool

    init(isWanted: @escaping @Sendable () -> Bool) { self.isWanted = isWanted }
}
