import Glibc
import Posix
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// All tests of the programs as they are run by people, one at a time. Each suite may also be a process of
/// its own, beside the others: what they share is the machine.
@Suite(.serialized, .timeLimit(.minutes(20))) enum SystemTests {}

/// One of the programs that were built beside the tests.
enum Program: String {
    case geofenced, geofencectl
    case gateway = "geofenced-gateway"

    fileprivate var executable: Executable { .path(Self.folder.appending(rawValue)) }

    /// Where they are: beside the program that runs the tests.
    static let folder = FilePath(programPath).removingLastComponent()
}

/// Where the sources are.
enum Repository {
    static let root = TestSupport.Repository.root

    static let walk = "\(root)/traces/amsterdam-walk.nmea"
    static let walkRegions = "\(root)/traces/amsterdam-walk.geojson"
}

/// What came of a run.
struct Finished: Equatable {
    /// As a shell has it: above 128, it is a signal that ended it.
    var status: Int
    var output: String
    var errors: String

    var lines: [String] { output.lines }
}

/// Seconds; a program that takes longer hangs. A test may run one for as long as all that it does
/// meanwhile.
let longestRun = 900.0

/// Calls `body` off if it hangs, which ends the program that it runs. `what`: the program.
private func limited<Result: Sendable>(
    _ what: String, _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: .seconds(longestRun))
            throw TookTooLong(what, longestRun, lastSeen: nil)
        }
        defer { group.cancelAll() }
        return try await group.next()!
    }
}

private func environment(_ changes: [String: String?]) -> Environment {
    var all: [Environment.Key: String?] = [
        "TZ": "UTC", "COLUMNS": "80", "NO_COLOR": nil, "JOURNAL_STREAM": nil,
    ]
    for (name, value) in changes { all[Environment.Key(stringLiteral: name)] = .some(value) }
    return .inherit.updating(all)
}

/// Runs a program to its end.
func run(
    _ program: Program, _ arguments: [String], input: String = "",
    environment changes: [String: String?] = [:]
) async throws -> Finished {
    try await run(program.executable, arguments, input: input, changes)
}

/// Runs a line of shell to its end, with the programs in its path.
func shell(_ line: String, environment changes: [String: String?] = [:]) async throws -> Finished {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let all = changes.merging(["PATH": "\(Program.folder):\(path)"]) { given, _ in given }
    return try await run(.path("/bin/sh"), ["-c", line], input: "", all)
}

private func run(
    _ executable: Executable, _ arguments: [String], input: String, _ changes: [String: String?]
) async throws -> Finished {
    try await limited("\(executable) \(arguments)") {
        let result = try await Subprocess.run(
            executable, arguments: Arguments(arguments), environment: environment(changes),
            input: .inputWriter, output: .string(limit: 16 << 20), error: .string(limit: 1 << 20)
        ) { process in
            // It may have ended before it has read all of it.
            if !input.isEmpty { _ = try? await process.standardInputWriter.write(input) }
        }
        return Finished(
            status: result.terminationStatus.shellStatus, output: result.standardOutput,
            errors: result.standardError)
    }
}

extension TerminationStatus {
    fileprivate var shellStatus: Int {
        switch self {
        case .exited(let code): Int(code)
        case .signaled(let signal): 128 + Int(signal)
        }
    }
}

/// A program while it runs.
final class Running {
    typealias Process = Execution<NoInput, SequenceOutput, SequenceOutput>
    typealias Lines = SubprocessOutputSequence.StringSequence<UTF8>.AsyncIterator

    let identifier: Int32
    private let process: Process
    private var outputLines: Lines
    private var errorLines: Lines
    /// All its messages that were read.
    private var messages: [String] = []

    fileprivate init(_ process: Process) {
        self.process = process
        identifier = process.processIdentifier.value
        outputLines = process.standardOutput.strings().makeAsyncIterator()
        errorLines = process.standardError.strings().makeAsyncIterator()
    }

    func send(_ signal: Signal) throws {
        try process.send(signal: signal)
    }

    /// The next line of its output; `nil` at the end.
    func line() async throws -> String? { try await outputLines.next() }

    /// So many of them. Throws what it has said if it ends before.
    func lines(_ count: Int) async throws -> [String] {
        var lines: [String] = []
        while lines.count < count {
            guard let line = try await line() else {
                while try await message() != nil {}
                throw NotSaid(text: "\(count) lines", said: lines + messages.suffix(20))
            }
            lines.append(line)
        }
        return lines
    }

    /// The next of its messages; `nil` at the end.
    func message() async throws -> String? {
        let message = try await errorLines.next()
        if let message { messages.append(message) }
        return message
    }

    /// The next message with `text` in it.
    func message(with text: String) async throws -> String {
        while let line = try await message() {
            if line.has(text) { return line }
        }
        throw NotSaid(text: text, said: messages.suffix(20))
    }

    /// What it has said instead up to its end, which is its own or that of what hangs.
    struct NotSaid: Error {
        var text: String
        var said: [String]
    }
}

/// Runs a program beside `body`, which must see to it that it ends, and returns how it ended.
@discardableResult
func with(
    _ program: Program, _ arguments: [String], environment changes: [String: String?] = [:],
    _ body: (Running) async throws -> Void
) async throws -> Int {
    try await with(program.executable, arguments, changes, body)
}

/// As above, of a line of shell, which had better be an `exec`.
@discardableResult
func withShell(
    _ line: String, _ arguments: [String],
    _ body: (Running) async throws -> Void
) async throws -> Int {
    try await with(.path("/bin/sh"), ["-c", line, "sh"] + arguments, [:], body)
}

private func with(
    _ executable: Executable, _ arguments: [String], _ changes: [String: String?],
    _ body: (Running) async throws -> Void
) async throws -> Int {
    var watchdog: Task<Void, any Error>?
    defer { watchdog?.cancel() }
    return try await Subprocess.run(
        executable, arguments: Arguments(arguments), environment: environment(changes),
        input: .none, output: .sequence, error: .sequence
    ) { process in
        watchdog = Task {
            try await Task.sleep(for: .seconds(longestRun))
            try process.send(signal: .kill)
        }
        try await body(Running(process))
    }.terminationStatus.shellStatus
}

/// Waits until there is something to be read, or the end. `heard`: what came before that, for who waits in
/// vain.
func readable(_ descriptor: Int32, after heard: some Sequence<UInt8> = []) async throws {
    try await eventually(
        isReadable(descriptor) ? nil : String(decoding: Array(heard), as: UTF8.self)
    ) { $0 == nil }
}

/// Whether there is something to be read, or the end.
func isReadable(_ descriptor: Int32) -> Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) > 0
}

extension String {
    var lines: [String] { split(separator: "\n").map { String($0) } }

    /// Whether `text` is somewhere in it.
    func has(_ text: String) -> Bool {
        let text = Array(text.utf8)
        var rest = utf8[...]
        while let place = rest.firstIndex(of: text[0]) {
            rest = rest[place...]
            if rest.starts(with: text) { return true }
            rest = rest.dropFirst()
        }
        return false
    }

    /// What follows `start` up to the next `end`.
    func between(_ start: String, _ end: Character) -> String? {
        var rest = self[...]
        while !rest.isEmpty {
            if rest.hasPrefix(start) {
                return String(rest.dropFirst(start.count).prefix { $0 != end })
            }
            rest = rest.dropFirst()
        }
        return nil
    }
}
