/// What a program that we start may take of the machine: coreutils' timeout and util-linux' choom and
/// prlimit see to it. It may write no file.
package struct ProgramLimits: Hashable, Sendable {
    /// Of the clock, and of the processor.
    package var seconds: Int
    /// Bytes that it may ask for; what it maps of files is not counted (setrlimit(2), RLIMIT_DATA).
    package var memory: Int

    package init(seconds: Int, memory: Int) {
        (self.seconds, self.memory) = (seconds, memory)
    }

    /// The words that run `program`, so limited.
    package func words(_ program: [String]) -> [String] {
        [
            "/usr/bin/timeout", "--kill-after=1", "\(seconds)",
            // Before it can have begun anything, the kernel knows whom to end where memory is short.
            "/usr/bin/choom", "--adjust", "1000", "--",
            "/usr/bin/prlimit", "--data=\(memory)", "--cpu=\(seconds)", "--fsize=0", "--core=0",
            "--nofile=32",
        ] + program
    }
}

extension Filtered {
    /// Whether a limit has ended it: `timeout` says so (coreutils' manual, 25.4), or a signal did.
    package var hasHitLimit: Bool { status.map { [124, 137].contains($0) } ?? true }
}
