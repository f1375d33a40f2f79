/// How far something has come that works off what it is given, and waits for more.
package struct Progress: Hashable, Sendable {
    /// How often it has gone on, in any way.
    package private(set) var steps = 0
    /// For something to do: then it need not go on.
    package private(set) var isWaiting = true

    package init() {}

    package mutating func step(isWaiting: Bool) {
        steps &+= 1
        self.isWaiting = isWaiting
    }
}

/// Whether what ought to go on does, looked at from time to time.
package struct ProgressWatch: Sendable {
    private var last: Progress?

    package init() {}

    /// `false` if it had something to do both now and the time before, and has not gone on.
    package mutating func isAlive(_ progress: Progress) -> Bool {
        defer { last = progress }
        return progress.isWaiting || progress != last
    }
}
