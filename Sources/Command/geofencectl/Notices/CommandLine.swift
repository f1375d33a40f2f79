import ArgumentParser
import Geofencing
import Glibc
import Posix
import Subprocess
import SystemPackage

/// A command to run, as the user wrote it.
struct CommandLine: ExpressibleByArgument {
    private let words: [String]

    /// Seconds that one run may keep the next notice waiting.
    private static let patience = 30

    /// Splits the text at blanks outside of quotes; `nil` if there is no command, or a quote is not
    /// closed.
    init?(argument: String) {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in argument {
            if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if quote == nil, character == " " || character == "\t" {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let word { words.append(word) }
        guard quote == nil, !words.isEmpty, !words[0].isEmpty else { return nil }
        self.words = words
    }

    /// Throws if there is no such program: it would fail for each notice.
    func check() throws {
        guard Self.isThere(words[0]) else {
            throw ValidationError(
                "--exec: \(words[0].quoted) is not there, or cannot be run: name a program, or its path"
            )
        }
    }

    /// Whether there is such a program: at its path, or where programs are looked for.
    static func isThere(_ program: String) -> Bool {
        let path = variable(named: "PATH") ?? "/usr/bin:/bin"
        let folders = program.contains("/") ? [""] : path.split(separator: ":").map { "\($0)/" }
        return folders.contains { access($0 + program, X_OK) == 0 }
    }

    /// Runs it, and writes errors to standard error: the next notice is due all the same. `line`:
    /// the notice as the daemon has sent it.
    func run(for notice: NoticeSummary, _ line: [UInt8]) async {
        do {
            try await withThrowingTaskGroup { group in
                group.addTask { try await execute(for: notice, line) }
                group.addTask {
                    try await Task.sleep(for: .seconds(Self.patience))
                    throw Failure.tooSlow
                }
                defer { group.cancelAll() }
                try await group.next()
            }
        } catch {
            StandardError.write(line: "\(words[0]): \(error)")
        }
    }

    private func execute(for notice: NoticeSummary, _ line: [UInt8]) async throws {
        let result = try await Subprocess.run(
            words[0].contains("/") ? .path(FilePath(words[0])) : .name(words[0]),
            arguments: Arguments(Array(words.dropFirst())),
            environment: .inherit.updating([
                "GEOFENCE_TYPE": notice.transition.rawValue,
                "GEOFENCE_DEVICE": (notice.device ?? "").asVariable,
                "GEOFENCE_KIND": notice.regionKind.asVariable,
                "GEOFENCE_NAME": notice.name.asVariable,
                "GEOFENCE_ID": notice.regionID.asVariable,
                "GEOFENCE_TIME": notice.time.description,
                "GEOFENCE_DISTANCE": String(decimals: 1, notice.distance),
            ]),
            input: .inputWriter, output: .currentStandardOutput, error: .currentStandardError
        ) { process in
            // A command that does not read its input makes this fail, which is no error. (If the
            // line were passed as the whole input, swift-subprocess 1.0.2 would end this program
            // then.)
            _ = try? await process.standardInputWriter.write(line)
        }
        if !result.terminationStatus.isSuccess { throw Failure.failed(result.terminationStatus) }
    }

    private enum Failure: Error, CustomStringConvertible {
        case failed(TerminationStatus)
        case tooSlow

        var description: String {
            switch self {
            case .failed(.exited(let code)): "ended with status \(code)"
            case .failed(let status): "was ended: \(status)"
            case .tooSlow: "took longer than \(CommandLine.patience) seconds and was ended"
            }
        }
    }
}

extension String {
    /// The text for a variable of the environment. A NUL would end it, so it is written out; a text
    /// that is too long is cut.
    fileprivate var asVariable: String {
        let text = utf8.contains(0) ? split(scalar: "\0").joined(separator: "\\u{0}") : self
        guard text.utf8.count > Self.longestVariable else { return text }
        // A character has at most four bytes; it is not cut in two.
        let heads = (0..<4).lazy.compactMap { String(text.utf8.prefix(Self.longestVariable - $0)) }
        return (heads.first ?? "") + "…"
    }

    /// Bytes: exec(3) takes 128 KiB of one variable (MAX_ARG_STRLEN), and of all together if the
    /// stack is small.
    private static let longestVariable = 32 * 1024

    private func split(scalar: Unicode.Scalar) -> [String] {
        unicodeScalars.split(separator: scalar, omittingEmptySubsequences: false).map(String.init)
    }
}
