import ArgumentParser
import Formats
import Posix
import Simulation

struct ScoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "score",
        abstract: "Tells how well notices of entering match what truly happened.",
        discussion: """
            The truth is what simulate writes with --visits, and the notices are what replay \
            writes with --output ndjson. docs/simulation.md says what each measure is.

            EXAMPLES:
              geofencectl replay walk.nmea --regions cafes.geojson --output ndjson >notices
              geofencectl score --truth visits.json notices
            """)

    @Option(help: ArgumentHelp("The true visits.", valueName: "file"))
    var truth: String

    @Argument(help: "Notices, one JSON object a line; - is standard input.")
    var notices: String

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
        let visits = try Visits.read(path: truth)
        let score = Score(try EnterNotice.read(path: notices), against: visits)
        if json { return try StandardOutput.show(bytes: score.json) }
        try StandardOutput.show(lines: score.table.lines(.standardOutput))
    }
}

extension Score {
    fileprivate var table: Table {
        var table = Table(
            Table.Column(title: "measure"), Table.Column(title: "value", side: .right),
            Table.Column(title: "", look: .faint))
        func add(_ name: String, _ share: Share, _ of: String) {
            table.add(
                name, share.percent.map { String(decimals: 1, $0) + " %" } ?? "-",
                "\(share.count) of \(share.total) \(of)")
        }
        func add(_ name: String, _ count: Int, _ remark: String) {
            table.add(name, "\(count)", remark)
        }
        add("recall", recall, "clear visits")
        add("recall of all", recallOfAll, "visits")
        add("told once", reportedOnce, "clear visits")
        add("passes told", passes, "clear visits under 15 s")
        add("missed", missed, "clear visits")
        add("duplicates", duplicates, per(duplicates))
        add("false enters", falseEnters, per(falseEnters))
        table.add("delay, median", delay(medianDelay), "")
        table.add("delay, 95 %", delay(slowDelay), "")
        return table
    }

    private func delay(_ seconds: Double?) -> String {
        seconds.map { String(decimals: 1, $0) + " s" } ?? "-"
    }

    private func per(_ count: Int) -> String {
        var rates: [String] = []
        if visits > 0 {
            rates.append(
                "\(String(decimals: 1, Double(count) * 100 / Double(visits))) in 100 visits")
        }
        if hours > 0 { rates.append("\(String(decimals: 2, Double(count) / hours)) an hour") }
        return rates.joined(separator: ", ")
    }

    fileprivate var json: [UInt8] {
        JSONWriter.line { line in
            func member(_ name: String, _ share: Share) {
                line.object(name) { object in
                    object.member("count", share.count)
                    object.member("of", share.total)
                    if let percent = share.percent {
                        object.member("percent", percent, decimals: 2)
                    }
                }
            }
            line.member("notices", notices)
            line.member("visits", visits)
            line.member("hours", hours)
            member("recall", recall)
            member("recall_of_all", recallOfAll)
            member("told_once", reportedOnce)
            member("passes", passes)
            line.member("missed", missed)
            line.member("duplicates", duplicates)
            line.member("false_enters", falseEnters)
            line.objects("faults", faults) { object, fault in
                object.member("kind", fault.kind.rawValue)
                object.member("region", fault.region)
                object.member("time", fault.time)
            }
            line.member("delays", delays, decimals: 3)
            if let medianDelay { line.member("delay_median", medianDelay, decimals: 3) }
            if let slowDelay { line.member("delay_p95", slowDelay, decimals: 3) }
        }
    }
}
