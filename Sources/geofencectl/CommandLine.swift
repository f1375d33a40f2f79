import ArgumentParser
import Geofencing
import Posix
import Subprocess
import SystemPackage

/// A command to run, as the user wrote it.
struct CommandLine: ExpressibleByArgument {
    private let words: [String]

    /// Seconds that one run may keep the next notice waiting.
    private static let patience = 30

    /// Splits at blanks outside quotes; `nil` if there is nothing to run, or a quote is not closed.
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

    /// What goes wrong is said on standard error; the next notice is due all the same.
    func run(for notice: ReceivedNotice) async {
        do {
            try await withThrowingTaskGroup { group in
                group.addTask { try await execute(for: notice) }
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

    private func execute(for notice: ReceivedNotice) async throws {
        let summary = notice.summary
        let result = try await Subprocess.run(
            words[0].contains("/") ? .path(FilePath(words[0])) : .name(words[0]),
            arguments: Arguments(Array(words.dropFirst())),
            environment: .inherit.updating([
                "GEOFENCE_TYPE": summary.transition.rawValue,
                "GEOFENCE_KIND": summary.regionKind.asVariable,
                "GEOFENCE_NAME": summary.name.asVariable,
                "GEOFENCE_ID": notice.regionID.asVariable,
                "GEOFENCE_TIME": summary.time.description,
                "GEOFENCE_DISTANCE": String(decimals: 1, summary.distance),
            ]),
            input: .inputWriter, output: .currentStandardOutput, error: .currentStandardError
        ) { process in
            // It need not read it: then this fails, and that is all right. (Were the line handed
            // over as the whole input, swift-subprocess 1.0.2 would end this program for it.)
            _ = try? await process.standardInputWriter.write(notice.line)
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
    /// As it fits into a variable of the environment: a NUL, which would end it, is written out, and
    /// what is too long is cut.
    fileprivate var asVariable: String {
        let text = utf8.contains(0) ? split(scalar: "\0").joined(separator: "\\u{0}") : self
        guard text.utf8.count > Self.longestVariable else { return text }
        // A character is at most four bytes, and not cut in two.
        let heads = (0..<4).lazy.compactMap { String(text.utf8.prefix(Self.longestVariable - $0)) }
        return (heads.first ?? "") + "…"
    }

    /// Bytes: exec(3) takes 128 KiB of one (MAX_ARG_STRLEN), and of all together if the stack is
    /// small.
    private static let longestVariable = 32 * 1024

    private func split(scalar: Unicode.Scalar) -> [String] {
        unicodeScalars.split(separator: scalar, omittingEmptySubsequences: false).map(String.init)
    }
}
