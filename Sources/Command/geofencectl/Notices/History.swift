import ArgumentParser
import Geofencing
import Notifications
import Posix

struct History: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tells again what was told, as long as it is kept.",
        discussion: """
            Times are those of the device: when it happened, not when it was written down. The daemon \
            keeps notices for notifications.keep_days.

            EXAMPLES:
              geofencectl history --since monday
              geofencectl history --since "2026-05-01 9:00" --until 17:00 --visits
              geofencectl history --kind deal --limit 10
              geofencectl history --device anna-phone --visits
              geofencectl history --visits --json --since -7d
              geofencectl history --json --database /var/lib/geofenced/notifications.sqlite
            """)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "What happened from then on, \(CommandTime.pastForms).", valueName: "time"),
        transform: CommandTime.read)
    var since: CommandTime?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "What happened before then; a day by itself is its beginning.", valueName: "time"),
        transform: CommandTime.read)
    var until: CommandTime?

    @Option(
        help: ArgumentHelp(
            "Only these: enter, exit, dwell, separated by commas.", valueName: "list"))
    var transitions: TransitionList?

    @Option(
        help: ArgumentHelp(
            "Only regions of this kind, as favourite or deal; may be repeated.",
            valueName: "kind"),
        completion: Completion.kind)
    var kind: [String] = []

    @Option(
        help: ArgumentHelp("Only this device; may be repeated.", valueName: "id"),
        transform: DeviceID.read)
    var device: [DeviceID] = []

    @Option(help: ArgumentHelp("The last so many, at most 1000.", valueName: "n"))
    var limit: Int?

    @Flag(help: "One line for each visit: when it began and ended, and how long it was.")
    var visits = false

    @Flag(
        help: "Print each notice as it was sent, or each visit, one JSON object a line.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Use this file of notices instead of the running daemon.", valueName: "file"))
    var database: String?

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if let limit, !(1...NoticeArchive.pageSize).contains(limit) {
            throw ValidationError(
                "--limit: '\(limit)' is not a number from 1 to \(NoticeArchive.pageSize)")
        }
        if visits, transitions != nil {
            throw ValidationError(
                "--visits: cannot be used with --transitions, which it chooses itself")
        }
    }

    /// What notices of the devices that are asked for name; `nil`: all of them.
    private func names(_ own: DeviceID?) -> Set<DeviceID?>? {
        if device.isEmpty { return nil }
        return Set(device).union(own.map(device.contains) == true ? [nil] : [])
    }

    /// The kinds that are asked for and of which nothing is kept; `nil` if there are none.
    private func unheard(_ archive: NoticeArchive) async throws -> [String]? {
        var unheard: [String] = []
        for kind in kind {
            var isThere = false
            try await archive.read(NoticeQuery(kinds: [kind]), last: 1) { _ in
                isThere = true
                return false
            }
            if !isThere { unheard.append(kind) }
        }
        return unheard.isEmpty ? nil : unheard
    }

    func run() async throws {
        let now = Timestamp.now
        let times = (since: since?.past(at: now), until: until?.past(at: now))
        let own = await OwnDevice.id(
            by: database == nil ? try daemon.daemon() : nil, config: daemon.config)
        let naming = DeviceNaming(own: own, wanted: device)
        var query = NoticeQuery(
            since: times.since, until: times.until,
            transitions: visits ? [.enter, .exit] : transitions?.kinds,
            kinds: kind.isEmpty ? nil : Set(kind), devices: names(own))
        query.withUntold = visits
        let archive =
            try database.map { NoticeArchive.database(try NoticeStore(reading: $0)) }
            ?? .daemon(try daemon.daemon())
        if case .database(let store) = archive { try store.checkVersion() }
        var output = StandardOutput()
        var visits = VisitList()
        let said = [
            times.since.map { "since \($0.localWords(seenFrom: now))" },
            times.until.map { "until \($0.localWords(seenFrom: now))" },
        ].compactMap { $0 }
        if !json, !said.isEmpty { StandardError.write(line: said.joined(separator: ", ")) }
        let style = Style.standardOutput
        var count = 0
        try await archive.read(query, last: limit) { line in
            count += 1
            if json, !self.visits {
                output.write(line)
            } else {
                var notice = try NoticeSummary(line: line)
                naming.name(&notice)
                if self.visits {
                    visits.add(notice)
                } else {
                    output.write(line: notice.text(style))
                }
            }
            return try output.flushUnlessGone(ifLonger: 1 << 16)
        }
        if json {
            for line in visits.json { output.write(line) }
        } else {
            output.write(lines: visits.lines)
        }
        guard try output.flushUnlessGone() else { return }
        if count == 0, let unheard = try await unheard(archive) {
            let daemon = database == nil ? try daemon.daemon() : nil
            try await KnownKinds(daemon, config: self.daemon.config).check(unheard)
        }
        if count == 0, !json { StandardError.write(line: "no such notices are kept") }
        if self.visits, count > 0, !visits.hasExits {
            StandardError.write(
                line: "none of these visits has ended, as far as is known")
        }
    }
}
