import Glibc
import Synchronization

/// Starts a program, looked for in `PATH` unless its name has a slash, and returns its process, for
/// which somebody must wait. It has no descriptor but those that it is given, as `its`. Where memory is
/// short, the kernel ends it, and not us.
///
/// `environment`: as in `NAME=value`; `nil`: ours. Throws the error of posix_spawnp(3).
package func spawn(
    _ words: [String], environment: [String]? = nil, _ descriptors: [(ours: Int32, its: Int32)]
) throws(Errno) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (ours, its) in descriptors { posix_spawn_file_actions_adddup2(&actions, ours, its) }
    // A daemon has sockets that are nobody else's.
    for other in names(inDirectory: "/proc/self/fd").compactMap({ Int32($0) }) where other > 2 {
        posix_spawn_file_actions_addclose(&actions, other)
    }
    var attributes = posix_spawnattr_t()
    setSignals(of: &attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var variables = (environment ?? []).map { strdup($0) } + [nil]
    defer { for variable in variables { free(variable) } }
    var process = pid_t()
    let error =
        environment == nil
        ? posix_spawnp(&process, words[0], &actions, &attributes, &arguments, environ)
        : posix_spawnp(&process, words[0], &actions, &attributes, &arguments, &variables)
    if error != 0 { throw Errno(error) }
    endFirst(process)
    return process
}

/// The highest score there is (proc(5), `oom_score_adj`). It is no harm where that cannot be written.
private func endFirst(_ process: pid_t) {
    let file = open("/proc/\(process)/oom_score_adj", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    _ = write(file, "1000", 4)
}

/// Signals mean to the program what they mean to any, whatever a daemon does with them.
private func setSignals(of attributes: inout posix_spawnattr_t) {
    posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    sigaddset(&signals, SIGXFSZ)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
        &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
}

/// What a program has made of what it was given.
package struct Filtered: Sendable {
    /// 0…255, as it has ended with; `nil`: a signal has ended it.
    package var status: Int32?
    package var output: [UInt8]
}

/// Runs a program that reads `input` and writes what it makes of it, on threads of its own. It must
/// end by itself, and gets SIGTERM when the task is cancelled.
///
/// `environment`: all that it has. `most`: bytes of output, above which it is killed, and the output
/// is empty. `keepsErrors`: what it writes to standard error is output as well, and else lost.
///
/// Throws an `Errno` if it cannot be started, and `CancellationError`.
package func filter(
    _ input: [UInt8] = [], through words: [String], environment: [String], most: Int,
    keepsErrors: Bool = false
) async throws -> Filtered {
    try Task.checkCancellation()
    let running = RunningProgram()
    let filtered = try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            onOwnThread {
                continuation.resume(
                    with: Result {
                        try filterHere(input, words, environment, most, keepsErrors, running)
                    })
            }
        }
    } onCancel: {
        running.stop()
    }
    try Task.checkCancellation()
    return filtered
}

/// A program that may be stopped as long as its number is its own.
private final class RunningProgram: Sendable {
    private let state = Mutex<(process: pid_t?, isStopped: Bool)>((nil, false))

    func begin(_ process: pid_t) {
        state.withLock { state in
            state.process = process
            if state.isStopped { kill(process, SIGTERM) }
        }
    }

    /// To be called before anybody waits for it, after which another may have its number.
    func end() { state.withLock { $0.process = nil } }

    func stop() {
        state.withLock { state in
            state.isStopped = true
            if let process = state.process { kill(process, SIGTERM) }
        }
    }
}

private func filterHere(
    _ input: [UInt8], _ words: [String], _ environment: [String], _ most: Int,
    _ keepsErrors: Bool, _ running: RunningProgram
) throws(Errno) -> Filtered {
    let (inEnds, outEnds) = (try socketPair(), try socketPair())
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    let process: pid_t
    do {
        defer {
            close(inEnds.its)
            close(outEnds.its)
            close(nowhere)
        }
        process = try spawn(
            words, environment: environment,
            [(inEnds.its, 0), (outEnds.its, 1), (keepsErrors ? outEnds.its : nowhere, 2)])
    } catch {
        close(inEnds.ours)
        close(outEnds.ours)
        throw error
    }
    running.begin(process)
    let end = inEnds.ours
    onOwnThread {
        var rest = input[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(end, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { break }
        }
        close(end)
    }
    var output: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while output.count <= most {
        let count = read(outEnds.ours, &piece, piece.count)
        if count > 0 { output += piece[..<count] } else if count == 0 || errno != EINTR { break }
    }
    if output.count > most {
        output = []
        kill(process, SIGKILL)
    }
    close(outEnds.ours)
    running.end()
    var ended: Int32 = 0
    while waitpid(process, &ended, 0) < 0, errno == EINTR {}
    return Filtered(status: ended & 0x7F == 0 ? ended >> 8 & 0xFF : nil, output: output)
}

private func socketPair() throws(Errno) -> (ours: Int32, its: Int32) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw .current }
    return (ends[0], ends[1])
}
