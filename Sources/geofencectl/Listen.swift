import ArgumentParser
import Geofencing
import Glibc
import Notifications
import Posix
import Settings

struct Listen: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints notices as they are told.",
        discussion: """
            Waits for a daemon that is not there yet, and goes on where it was when the daemon \
            comes back.

            EXAMPLES:
              geofencectl listen
              geofencectl listen --kind deal --count 1 --json
              geofencectl listen --exec 'notify-send "You are there"'
              geofencectl listen --cursor-file ~/.geofenced --exec ./tell-me
            """)

    @Option(
        help: ArgumentHelp(
            "Begin after this number instead of now; 0 is all that the daemon still has.",
            valueName: "n"))
    var after: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Begin with what was told since then, \(CommandTime.pastForms).", valueName: "time"))
    var since: CommandTime?

    @Option(
        help: ArgumentHelp(
            "Go on where the last run with this file ended, and keep the place in it.",
            discussion: """
                A notice counts as read when it has been printed and its command has ended. \
                Without the file, it begins now, or where --after or --since say.
                """,
            valueName: "file"))
    var cursorFile: String?

    @Option(
        help: ArgumentHelp(
            "Only these: enter, exit, dwell, separated by commas; the daemon must tell them.",
            valueName: "list"))
    var transitions: TransitionList?

    @Option(
        help: ArgumentHelp(
            "Only regions of this kind, as favourite or deal; may be repeated.",
            valueName: "kind"))
    var kind: [String] = []

    @Flag(help: "Print each notice as the daemon sends it, one JSON object a line.")
    var json = false

    @Option(help: ArgumentHelp("End after so many notices.", valueName: "n"))
    var count: Int?

    @Option(
        help: ArgumentHelp(
            "Run this for each notice, which it gets as JSON on its standard input.",
            discussion: """
                Words are split at blanks; '…' and "…" keep them together. No shell is \
                involved. GEOFENCE_TYPE, GEOFENCE_KIND, GEOFENCE_NAME, GEOFENCE_ID, \
                GEOFENCE_TIME and GEOFENCE_DISTANCE are in its environment, cut after 32 KiB, and \
                a NUL as \\u{0}. The next notice waits for it, at most 30 seconds.
                """,
            valueName: "command"))
    var exec: CommandLine?

    @Flag(
        help: ArgumentHelp(
            "Show each notice on the desktop; needs notify-send.",
            discussion: """
                A stay is one notification: its exit replaces the enter. A website of a deal or \
                a place can be opened from it.
                """))
    var desktop = false

    @Option(
        help: ArgumentHelp(
            "The daemon's notification socket. (default: from the configuration)",
            valueName: "path"))
    var socket: String?

    @Option(
        help: ArgumentHelp("The daemon's configuration, for its socket.", valueName: "file"))
    var config: String?

    func validate() throws {
        if let after, after < 0 {
            throw ValidationError("--after: '\(after)' is not a number from 0 on")
        }
        if after != nil, since != nil {
            throw ValidationError("--since: cannot be used with --after: leave one out")
        }
        if let count, count < 1 {
            throw ValidationError("--count: '\(count)' is not a number from 1 on")
        }
    }

    func run() async throws {
        // A pipe that closes is an error to handle, not to die of: others may still be served.
        signal(SIGPIPE, SIG_IGN)
        let cursor = cursorFile.map { CursorFile(path: $0) }
        let connection = NoticeConnection(
            to: try socketPath(), from: try beginning(cursor), transitions: transitions?.kinds,
            kinds: kind, onBegin: { try cursor?.write($0) })
        let desktop = desktop ? try await DesktopNotices() : nil
        var output = StandardOutput()
        let style = Style.standardOutput
        var left = count
        while left != 0 {
            let notice = try await connection.next()
            if json {
                output.write(notice.line)
            } else {
                output.write(line: notice.summary.text(style))
            }
            guard try output.flushUnlessGone() else { return }
            if let exec { await exec.run(for: notice) }
            await desktop?.show(notice)
            if let last = connection.last { try cursor?.write(last) }
            left = left.map { $0 - 1 }
        }
    }

    private func beginning(_ cursor: CursorFile?) throws -> NoticeConnection.Beginning {
        if let last = try cursor?.read() { return .after(last) }
        if let after { return .after(NoticeCursor(after: after)) }
        if let since { return .since(since.past(at: .now)) }
        return .now
    }

    private func socketPath() throws -> SocketPath {
        if let socket { return try SocketPath(socket) }
        let file = config ?? Configuration.defaultPath
        guard config != nil || InputFile.exists(file) else {
            return try SocketPath(Configuration().notifications.socket)
        }
        return try SocketPath(Configuration.load(path: file).notifications.socket)
    }
}
