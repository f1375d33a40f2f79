import Glibc
package import Posix
import Synchronization

/// A program that runs beside a test, and is killed at its end.
package final class Process: Sendable {
    /// 0 if it does not run.
    private let identifier = Mutex<pid_t>(0)

    package init() {}

    deinit { end(SIGKILL) }

    /// Its output goes nowhere.
    package func start(_ path: String, _ arguments: [String]) throws(Errno) {
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in STDIN_FILENO...STDERR_FILENO {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        // A connection of another test does not end while somebody else has it, too.
        _ = Self.closeFrom?(&actions, STDERR_FILENO + 1)
        // Threads of tests hold signals back, and the program would, too.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var new: pid_t = 0
        let status = posix_spawn(&new, path, &actions, &attributes, &words, environ)
        guard status == 0 else { throw Errno(status) }
        identifier.withLock { [new] in $0 = new }
    }

    /// `posix_spawn_file_actions_addclosefrom_np` of glibc 2.34, which the Glibc module leaves out.
    private static let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
        unsafeBitCast(
            $0,
            to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32)
                .self)
    }

    package func send(_ signal: Int32) {
        identifier.withLock { identifier in
            if identifier > 0 { kill(identifier, signal) }
        }
    }

    /// Returns when it has ended.
    package func end(_ signal: Int32) {
        identifier.withLock { identifier in
            guard identifier > 0 else { return }
            kill(identifier, signal)
            // One that is stopped would not hear it.
            kill(identifier, SIGCONT)
            while waitpid(identifier, nil, 0) < 0, errno == EINTR {}
            identifier = 0
        }
    }
}
