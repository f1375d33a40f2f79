import FoundationEssentials
import Geofencing
import Testing

@testable import geofencectl

extension SystemTests {
    /// `geofencectl devices`, as people have it.
    struct DeviceCommandTests {
        private let workshop = Workshop()

        private func ctl(_ arguments: String...) async throws -> Finished {
            try await run(.geofencectl, ["devices"] + arguments + ["--socket", workshop.control])
        }

        private func push(_ positions: String, to id: String) async throws {
            let finished = try await shell(
                "curl -sf --unix-socket \(workshop.control) "
                    + "http://localhost/v1/devices/\(id)/positions --json '\(positions)'")
            #expect(finished.status == 0)
        }

        @Test func `a phone is added, pushes, is shown, changed and removed`() async throws {
            try workshop.configure(more: "[device]\nid = \"desk\"")
            try await withDaemon(workshop) { (_) async throws in
                #expect(
                    try await ctl("add", "Anna’s phone", "--max-accuracy", "100").output
                        == "added device annas-phone: Anna’s phone, follows everyone, "
                        + "positions up to 100 m\n")
                let again = try await ctl("add", "annas-phone")
                #expect(again.status == 1)
                #expect(
                    again.errors == "Error: device annas-phone: is there already: change it with "
                        + "geofencectl devices edit annas-phone\n")
                try await push(
                    """
                    [{"time":"2026-05-01T12:00:00Z","lat":52.37,"lon":4.89,"accuracy":65},
                     {"time":"2026-05-01T12:00:10Z","lat":52.37,"lon":4.89,"accuracy":101}]
                    """, to: "annas-phone")
                let list = try await ctl("list").lines
                #expect(list[1].hasPrefix("desk         (the daemon's own)"))
                #expect(list[2].hasPrefix("annas-phone  Anna’s phone"))
                #expect(list[2].hasSuffix("  50 %, accuracy"))
                #expect(list.last?.hasPrefix("2 devices: ") == true)
                let shown = try await ctl("show", "annas-phone").lines
                #expect(shown[0] == "device annas-phone: Anna’s phone")
                #expect(shown[2].hasPrefix("  last fix      52.37000, 4.89000 ± 65 m, 2026-05-01"))
                #expect(shown.last == "  positions     1 used, dropped: 1 accuracy")
                let status = try await run(
                    .geofencectl, ["status", "--socket", workshop.control])
                #expect(
                    status.lines.contains(
                        "devices    1, 1 of them moved lately; 1 of 2 positions accepted, "
                            + "dropped: 1 accuracy"))
                #expect(
                    try await ctl("edit", "annas-phone", "--follows", "group/7, everyone").output
                        == "changed device annas-phone: Anna’s phone, follows everyone, group/7, "
                        + "positions up to 100 m\n")
                #expect(
                    try await ctl(
                        "edit", "annas-phone", "--without", "follows", "--without", "max-accuracy"
                    ).output == "changed device annas-phone: Anna’s phone, follows everyone\n")
                #expect(
                    try await ctl("remove", "annas-phone").output
                        == "removed device annas-phone; what was told of it stays: "
                        + "geofencectl history --device annas-phone\n")
                for command in ["show", "remove"] {
                    let gone = try await ctl(command, "annas-phone")
                    #expect(gone.status == 1)
                    #expect(gone.errors.hasPrefix("Error: device annas-phone: is not there"))
                }
            }
        }

        @Test func `the daemon's own cannot be removed, or follow another accuracy`() async throws {
            try workshop.configure(more: "[device]\nid = \"desk\"")
            try await withDaemon(workshop) { (_) async throws in
                for arguments in [["remove", "desk"], ["edit", "desk", "--max-accuracy", "50"]] {
                    let refused = try await run(
                        .geofencectl, ["devices"] + arguments + ["--socket", workshop.control])
                    #expect(refused.status == 1)
                    #expect(refused.errors.lines.count == 1)
                }
                #expect(
                    try await ctl("edit", "desk", "--name", "Desk", "--follows", "person/me").output
                        == "changed device desk: Desk, follows person/me\n")
            }
        }
    }
}

@Suite struct DeviceTableTests {
    private static let now = Timestamp(iso8601: "2026-05-01T12:00:00Z")!

    private static func device(
        _ id: String, silence: Double?, accepted: Int = 1, dropped: [String: Int] = [:],
        inside: [String] = []
    ) throws -> DeviceReport {
        let fix =
            silence.map { #"{"time":"\#(now + -$0)","lat":52,"lon":4,"accuracy":5}"# } ?? "null"
        let reasons = dropped.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
        let text = #"""
            {"id":"\#(id)","name":"星巴克 \#(id)","own":false,"follows":["everyone"],
             "max_accuracy":null,"fix":\#(fix),"inside":\#(inside),
             "accepted":\#(accepted),"dropped":{\#(reasons)}}
            """#
        return try JSONDecoder().decode(DeviceReport.self, from: Data(text.utf8))
    }

    private let plain = Style(isColoured: false)

    @Test func `each is a row: when it was heard of, where it is, and what is dropped`() throws {
        let devices = [
            try Self.device("a", silence: 12, inside: ["deal/1", "deal/2"]),
            try Self.device("b", silence: 200_000, accepted: 4, dropped: ["not_later": 1]),
            try Self.device("c", silence: -30, accepted: 999, dropped: ["jump": 1]),
            try Self.device("d", silence: nil, accepted: 0, dropped: ["accuracy": 2, "jump": 1]),
        ]
        #expect(
            DeviceTable(devices, at: Self.now, plain).lines == [
                "id  name        last fix  in              dropped",
                "a   星巴克 a    12 s ago  deal/1, deal/2",
                "b   星巴克 b  2 days ago                  20 %, not later",
                "c   星巴克 c     0 s ago                  <1 %, jump",
                "d   星巴克 d       never                  100 %, accuracy",
                "",
                "4 devices: 2 heard of in the last hour, 1 silent for a day, 1 never heard of, "
                    + "1 with most positions dropped",
            ])
    }

    @Test(arguments: [20, 40, 60, 80, 200])
    func `no line is wider than the terminal, and ids are whole`(width: Int) throws {
        let devices = try (0..<50).map {
            try Self.device(
                "phone-\($0)", silence: Double($0 * 1000), dropped: ["unknown_accuracy": $0],
                inside: ["favourite/1/amsterdam-places/10", "deal/4"])
        }
        let lines = DeviceTable(devices, at: Self.now, Style(isColoured: false, width: width)).lines
        #expect(lines.allSatisfy { $0.width <= width })
        #expect(lines[50].hasPrefix("phone-49"))
    }

    @Test func `of very many, the counts, the worst and the silent are shown`() throws {
        let devices = try (0..<100_000).map { (number: Int) throws -> DeviceReport in
            let silence: Double = number % 100 == 0 ? 100_000 + Double(number) : 60
            let dropped = number % 1000 == 7 ? ["jump": number] : [:]
            return try Self.device("d\(number)", silence: silence, dropped: dropped)
        }
        let table = DeviceTable(devices, at: Self.now, plain)
        #expect(table.lines.count == 29)
        #expect(
            table.lines[0] == "100000 devices: 99000 heard of in the last hour, 1000 silent for a "
                + "day, 100 with most positions dropped")
        #expect(table.lines[4].hasPrefix("d99007 "))
        #expect(table.lines[17].hasPrefix("d99900 "))
        #expect(table.lines.last == "each of them: geofencectl devices list --all")
        #expect(table.whole.count == 100_003)
    }

    @Test(arguments: [
        (["accuracy": 9], "for a phone: geofencectl devices edit a --max-accuracy 100"),
        (["unknown_accuracy": 9, "accuracy": 8], "they have no accuracy above 0"),
        (["not_later": 9], "let one app send for it"), (["jump": 9], "further apart"),
        (["future": 9], "set the clock that is wrong"), (["null_island": 9], "until it knows"),
        (["of_tomorrow": 9], "see docs/devices.md"),
    ])
    func `when most is dropped, it says what to do`(
        dropped: [String: Int], words: String
    ) throws {
        let bad = try Self.device("a", silence: 1, dropped: dropped)
        let last = try #require(bad.lines([:], at: Self.now, plain).last)
        #expect(last.hasPrefix("most positions are dropped: ") && last.has(words), "\(last)")
        let good = try Self.device("a", silence: 1, accepted: 50, dropped: dropped)
        #expect(good.advice == [])
    }

    @Test func `regions are named where their names are known, a line each`() throws {
        let device = try Self.device("a", silence: 1, inside: ["deal/1", "deal/2"])
        let lines = device.lines(["deal/1": "Pie\u{1b}"], at: Self.now, plain)
        #expect(lines[3...4] == ["  in            Pie\\u{1b} (deal/1)", "                deal/2"])
    }
}
