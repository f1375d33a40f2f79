import ArgumentParser
import Glibc
import Posix

/// Options of commands that remove what nobody can bring back.
struct RemovalOptions: ParsableArguments {
    @Flag(help: "Print what was removed, one JSON object a line.")
    var json = false

    @Flag(name: [.short, .long], help: "Do not ask first, as it does on a terminal.")
    var yes = false

    /// Asks on a terminal whether that is meant; ends the command if it is not. `what`: as in
    /// `forget person anna`.
    func confirm(_ what: String) throws {
        guard !yes, isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return }
        StandardError.write(Array("\(what.visible)? [y/N] ".utf8))
        let answer = readLine()?.trimmed.lowercased()
        if answer == "y" || answer == "yes" { return }
        StandardError.write(line: "nothing was removed")
        throw ExitCode.failure
    }
}
