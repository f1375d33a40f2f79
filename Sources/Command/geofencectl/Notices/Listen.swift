import APIClient
import ArgumentParser
import Geofencing
import Glibc
import Posix
import Settings

struct Listen: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints notices as they are told.",
        discussion: """
            Waits for a daemon that is not there yet, and goes on where it was when the daemon \
            comes back. Says on standard error what it waits for, and how far the nearest region \
            is.

            EXAMPLES:
              geofencectl listen
              geofencectl listen --kind deal --count 1 --json
              geofencectl listen --device anna-phone --device ben-phone
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
            "Begin with what was told since then, \(CommandTime.pastForms).", valueName: "time"),
        transform: CommandTime.read)
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
            valueName: "kind"),
        completion: Completion.kind)
    var kind: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only this device; may be repeated. Unless set, all of them; with --exec or --desktop "
                + "the daemon's own.",
            valueName: "id"),
        transform: DeviceID.read)
    var device: [DeviceID] = []

    @Flag(help: "All devices, also with --exec or --desktop.")
    var allDevices = false

    @Flag(help: "Print each notice as the daemon sends it, one JSON object a line.")
    var json = false

    @Option(help: ArgumentHelp("End after so many notices.", valueName: "n"))
    var count: Int?

    @Option(
        help: ArgumentHelp(
            "Run this for each notice, which it gets as JSON on its standard input.",
            discussion: """
                Words are split at blanks; '…' and "…" keep them together. No shell is \
                involved. GEOFENCE_TYPE, GEOFENCE_DEVICE, GEOFENCE_KIND, GEOFENCE_NAME, \
                GEOFENCE_ID, GEOFENCE_TIME and GEOFENCE_DISTANCE are in its environment, cut after 32 KiB, and \
                a NUL as \\u{0}. The next notice waits for it, at most 30 seconds.
                """,
            valueName: "command"))
    var exec: CommandLine?

    @Flag(
        help: ArgumentHelp(
            "Show each notice on the desktop; needs notify-send.",
            discussion: """
                A stay is one notification: its exit replaces the enter. What comes at the same \
                moment of the same place is one, too; what is over 10 minutes late is none. From \
                it one can open the way there and the website, ask why it was told, and, where \
                the gateway knows whoever runs this, say: not this one again.
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

    @OptionGroup var gateway: GatewayOptions

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
        if allDevices, !device.isEmpty {
            throw ValidationError("--all-devices: cannot be used with --device: leave one out")
        }
        try exec?.check()
    }

    func run() async throws {
        // A closed pipe is an error to handle: it must not end the process.
        signal(SIGPIPE, SIG_IGN)
        let socket = try socketPath()
        let cursor = cursorFile.map { CursorFile(path: $0) }
        let start = try start(cursor)
        let daemon = try daemon()
        if !kind.isEmpty { try await KnownKinds(daemon, config: config).check(kind) }
        let own = await OwnDevice.id(by: daemon, config: config)
        // A socket alone may be of any daemon.
        let devices = devices(daemon == nil ? nil : own)
        let names = DeviceNaming(own: own, wanted: device)
        var stream = NoticeStream(
            at: socket, from: start,
            transitions: transitions?.kinds.sorted().map(\.rawValue), kinds: kind,
            devices: devices.map(\.description))
        let desktop = desktop ? try await DesktopNotices(desktopActions(daemon)) : nil
        var output = StandardOutput()
        var left = count
        // Who asks for the past gets it at once, and sees that it works.
        var isNew = if case .now = start { true } else { false }
        try await stream.listen { event in
            switch event {
            case .waiting: StandardError.write(line: "waiting for geofenced at \(socket)")
            case .resumed(let point):
                try cursor?.write(point)
                if isNew { await announce() }
                isNew = false
            case .gap(let from, let to):
                if let text = Self.loss(from, to) { StandardError.write(line: text) }
                try cursor?.write(to)
            case .notices(let notices):
                let wanted = notices.prefix(left ?? .max)
                for fix in try ofOneFix(wanted, names) {
                    guard try await handle(fix, &output, desktop, cursor) else { return false }
                }
                left = left.map { $0 - wanted.count }
            }
            return left != 0
        }
    }

    private func desktopActions(_ daemon: APIClient?) throws -> DesktopActions {
        // A gateway that hangs must not hold up notices.
        let gateway = try gateway.gateway(timeout: .seconds(2))
        return DesktopActions(
            daemon: daemon,
            mutes: AccountMutes(gateway: gateway, account: GatewayOptions.account))
    }

    /// Says on standard error what is waited for.
    private func announce() async {
        let wanted = Watch.Wanted(
            kinds: kind, transitions: transitions?.kinds ?? [],
            devices: device.map(\.description))
        // Of other devices, nobody knows when they come.
        var watch: Watch?
        if device.isEmpty, let daemon = try? daemon() { watch = try? await Watch(daemon) }
        let words = watch.map { ": \($0.words(for: wanted, at: .now))" } ?? ""
        StandardError.write(line: "listening\(wanted.words)\(words)")
    }

    /// The control socket; `nil` if it may be another daemon's.
    private func daemon() throws -> APIClient? {
        guard socket == nil || config != nil else { return nil }
        let path = try Configuration.load(orDefault: config).control.socket
        return APIClient(at: try SocketPath(path), timeout: .seconds(2))
    }

    /// Whose notices are asked for; none: all.
    private func devices(_ own: DeviceID?) -> [DeviceID] {
        if !device.isEmpty || allDevices { return device }
        return exec != nil || desktop ? [own].compactMap(\.self) : []
    }

    private typealias Heard = (notice: ReceivedNotice, summary: NoticeSummary)

    /// The notices, those together that were decided on one fix of one device.
    private func ofOneFix(
        _ notices: some Sequence<ReceivedNotice>, _ names: DeviceNaming
    ) throws -> [[Heard]] {
        try notices.reduce(into: []) { fixes, notice in
            guard var summary = try? NoticeSummary(line: notice.line) else {
                throw NoticeStreamError.notADaemon(try socketPath())
            }
            names.name(&summary)
            summary.sequence = notice.position.after
            if let last = fixes.last?.last, last.summary.isOfSameFix(as: summary) {
                fixes[fixes.count - 1].append((notice, summary))
            } else {
                fixes.append([(notice, summary)])
            }
        }
    }

    /// Tells the notices of one fix. Returns `false` if the reader of the output has gone.
    private func handle(
        _ heard: [Heard], _ output: inout StandardOutput, _ desktop: DesktopNotices?,
        _ cursor: CursorFile?
    ) async throws -> Bool {
        let messages = heard.map(\.summary).messages
        if json {
            for (notice, _) in heard { output.write(notice.line) }
        } else {
            output.write(lines: messages.flatMap { $0.lines(.standardOutput) })
        }
        guard try output.flushUnlessGone() else { return false }
        for message in messages { await desktop?.show(message) }
        for (notice, summary) in heard {
            await exec?.run(for: summary, notice.line)
            try cursor?.write(notice.position)
        }
        return true
    }

    /// Which notices are lost; `nil` if none that were asked for.
    private static func loss(_ from: ListenerCursor?, _ to: ListenerCursor) -> String? {
        guard let from else { return nil }
        if let log = from.log, log != to.log {
            return "the daemon has begun a new log: notices may be missing here"
        }
        // After 0 is all there is.
        guard from.after > 0 else { return nil }
        let (first, last) = (from.after &+ 1, to.after)
        return first < last
            ? "notices \(first) to \(last) are not there any more"
            : "notice \(first) is not there any more"
    }

    private func start(_ cursor: CursorFile?) throws -> NoticeStart {
        if let point = try cursor?.read() { return .after(point) }
        if let after { return .after(ListenerCursor(after: after)) }
        if let since = since?.past(at: .now) {
            if !json { StandardError.write(line: "since \(since.localWords(seenFrom: .now))") }
            return .since(since.description)
        }
        return .now
    }

    private func socketPath() throws -> SocketPath {
        try SocketPath(
            socket ?? Configuration.load(orDefault: config).notifications.socket)
    }
}
