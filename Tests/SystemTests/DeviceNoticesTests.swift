import Posix
import Testing

extension SystemTests {
    /// Notices of several devices, of a daemon that a test plays. Its own device is `desk`.
    struct DeviceNoticesTests {
        private let workshop = Workshop()
        private let dam = ToldNotice(
            number: 1, kind: "favourite", name: "Café Dam", place: "node/1")

        /// What `listen` prints when `texts` are sent to it one after the other, and what it asked.
        private func listen(
            _ options: [String], hearing texts: [String]
        ) async throws -> (said: Finished, asked: String) {
            let file = try workshop.configure(more: "[device]\nid = \"desk\"")
            let daemon = try LocalServer(path: workshop.socket)
            async let listening = run(
                .geofencectl, ["listen", "--config", file, "--after", "0"] + options)
            let guest = try await daemon.accept()
            let asked = try await guest.hear()
            guest.send("{\"resumed\":0,\"log\":\"abc\"}\n")
            for text in texts { guest.send(text) }
            return (try await listening, asked)
        }

        @Test(
            arguments: [
                ([], nil), (["--exec", "true"], #"["desk"]"#),
                (["--device", "anna"], #"["anna"]"#),
                (["--device", "anna", "--device", "ben", "--exec", "true"], #"["anna","ben"]"#),
                (["--all-devices", "--exec", "true"], nil),
            ] as [([String], String?)])
        func `it asks for the devices that were named, and commands are of the daemon's own`(
            options: [String], devices: String?
        ) async throws {
            let (said, asked) = try await listen(
                options + ["--count", "1"], hearing: [dam.line])
            #expect(said.status == 0)
            #expect(asked.between(#""devices":"#, "]") == devices?.dropLast().description)
        }

        @Test(arguments: [
            ([], ["anna · Dam 1", "Dam 1", "ben · Dam 1"]),
            (["--device", "anna"], ["Dam 1", "Dam 1", "Dam 1"]),
            (
                ["--device", "anna", "--device", "desk"],
                ["anna · Dam 1", "desk · Dam 1", "ben · Dam 1"]
            ),
        ])
        func `a device is named where it could be another`(
            options: [String], remarks: [String]
        ) async throws {
            let notices = ["anna", "desk", "ben"].enumerated().map { i, device in
                ToldNotice(number: i + 1, device: device, second: i).line
            }
            let (said, _) = try await listen(options + ["--count", "3"], hearing: notices)
            #expect(said.lines.count == 3)
            for (line, remark) in zip(said.lines, remarks) {
                #expect(line.hasSuffix(" 67 m  \(remark)"))
            }
        }

        @Test func `what comes at one moment of one place is one message of several lines`()
            async throws
        {
            let notices = [
                dam,
                // Another place, which is further than 30 m.
                ToldNotice(
                    number: 2, kind: "favourite", name: "HEMA", lat: 52.3735, place: "node/2"),
                // A circle around the same spot, and one that names the place.
                ToldNotice(number: 3, kind: "deal", name: "Pie", lat: 52.37312),
                ToldNotice(number: 4, kind: "watch", name: "Milk", lat: 52.3739, place: "node/1"),
                // Another fix, another device, another transition.
                ToldNotice(number: 5, kind: "deal", name: "Pie", second: 1),
                ToldNotice(number: 6, device: "anna", kind: "deal", name: "Pie", second: 1),
                ToldNotice(
                    number: 7, device: "anna", kind: "deal", name: "Tea", type: "exit", second: 1),
            ].map(\.line).joined()
            // It is cut where it hurts.
            let cuts = [notices.prefix(900), notices.dropFirst(900)].map { String($0) }
            let (said, _) = try await listen(["--count", "7"], hearing: cuts)
            #expect(
                said.output == """
                    2026-05-01 10:00:00 UTC  enter  favourite  Café Dam                        67 m  Dam 1
                                                    deal       Pie                             67 m  Dam 1
                                                    watch      Milk                            67 m  Dam 1
                    2026-05-01 10:00:00 UTC  enter  favourite  HEMA                            67 m  Dam 1
                    2026-05-01 10:00:01 UTC  enter  deal       Pie                             67 m  Dam 1
                    2026-05-01 10:00:01 UTC  enter  deal       Pie                             67 m  anna · Dam 1
                    2026-05-01 10:00:01 UTC  exit   deal       Tea                             67 m  anna

                    """)
            let (json, _) = try await listen(["--count", "7", "--json"], hearing: cuts)
            #expect(json.output == notices)
        }

        @Test(arguments: [
            (["listen", "--device", "Anna"], "--device <id>"),
            (["history", "--device", ""], "--device <id>"),
            (["regions", "--device", "a/b"], "--device <id>"),
            (["listen", "--device", "anna", "--all-devices"], "--all-devices"),
        ])
        func `an id that is none is refused`(arguments: [String], words: String) async throws {
            let finished = try await run(.geofencectl, arguments)
            #expect(finished.status == 64)
            #expect(finished.errors.has(words))
        }

        @Test func `a replay is of the device that is named`() async throws {
            let finished = try await run(
                .geofencectl,
                [
                    "replay", Repository.walk, "--regions", Repository.walkRegions, "--json",
                    "--device", "anna-phone",
                ])
            #expect(!finished.lines.isEmpty)
            #expect(finished.lines.allSatisfy { $0.has(#""device":"anna-phone","time""#) })
        }
    }
}

/// A notice as a daemon sends it.
struct ToldNotice {
    var number: Int
    var device = "desk"
    var kind = "deal"
    var name = "Pie"
    var type = "enter"
    var lat = 52.3731
    var second = 0
    var place: String?
    /// Seconds.
    var late: Int?

    var line: String {
        let time = "2026-05-01T10:00:0\(second).000Z"
        let id = place.map { #""id":"\#($0)","# } ?? ""
        let late = late.map { #","late":\#($0)"# } ?? ""
        return #"{"specversion":"1.0","id":"abc-\#(number)","type":"geofence.\#(type)","#
            + #""subject":"\#(kind)/\#(name)","device":"\#(device)","time":"\#(time)","#
            + #""sequence":"\#(number)","data":{"region":{"id":"\#(kind)/\#(name)","kind":"\#(kind)","#
            + #""name":"\#(name)","center":[4.8926,\#(lat)],"radius":200},"#
            + #""fix":{"time":"\#(time)","lat":52.3731,"lon":4.8926},"distance":67,"#
            + #""rule":"accurate","place":{\#(id)"address":"Dam 1"}\#(late)}}"# + "\n"
    }
}
