import Geofencing
import Notifications
import Testing

struct ListenerRequestTests {
    @Test func `a line may say where to begin and what to tell`() throws {
        let line =
            #"{"after":41,"log":"abc","transitions":["exit","enter"],"kinds":["deal"],"devices":["anna-phone"]}"#
        let request = try ListenerRequest(line: line.utf8)
        #expect(request.beginning == .after(NoticeCursor(after: 41, log: "abc")))
        #expect(request.transitions == [.enter, .exit])
        #expect(request.kinds == ["deal"])
        #expect(request.devices == [DeviceID("anna-phone")!])
    }

    @Test(
        arguments: [
            ("{}", nil), (#"{"after":0}"#, 0), (#" { "after" : 7 } "#, 7),
            (#"{"after":9223372036854775807}"#, Int.max), (#"{"after":1e3}"#, 1000),
            (#"{"after":41.0}"#, 41), (#"{"kinds":[]}"#, nil), (#"{"\u0061fter":3}"#, 3),
        ] as [(String, Int?)])
    func `a good line is taken`(line: String, after: Int?) throws {
        let beginning = after.map { ListenerRequest.Beginning.after(NoticeCursor(after: $0)) }
        #expect(try ListenerRequest(line: line.utf8).beginning == beginning)
    }

    @Test(
        arguments: [
            (#"{"after":"now"}"#, .now(log: nil)),
            (#"{"after":"now","log":"abc"}"#, .now(log: "abc")),
            (#"{"since":"2026-05-01T14:00:00+02:00"}"#, .since(noon())),
        ] as [(String, ListenerRequest.Beginning)])
    func `it may begin now, or at a time`(
        line: String, beginning: ListenerRequest.Beginning
    ) throws {
        #expect(try ListenerRequest(line: line.utf8).beginning == beginning)
    }

    static let notJSON = #"not a JSON object: send a line such as {"after":41}"#
    static let badAfter =
        "after: is not a number from 0 on, without fraction, and not \"now\""

    @Test(arguments: [
        ("", notJSON), ("{", notJSON), ("}", notJSON), ("{}{}", notJSON), ("nonsense", notJSON),
        ("{'after':41}", notJSON), (#"{"after":}"#, notJSON), (#"{"after":41"#, notJSON),
        (#"{"after":NaN}"#, notJSON), (#"{"after":Infinity}"#, notJSON),
        (#"{"after":0x10}"#, notJSON), (#"{"after":+1}"#, notJSON), (#"{"after":01}"#, badAfter),
        (#"{"log":"a"#, notJSON), ("GET / HTTP/1.1", notJSON), ("{\"after\":\u{0}1}", notJSON),
        ("\u{0}", notJSON), ("/* */{}", notJSON),
        ("[41]", notJSON), ("41", notJSON), ("null", notJSON), (#""after""#, notJSON),
        ("[]", notJSON), ("true", notJSON),
        (#"{"after":-1}"#, badAfter), (#"{"after":1.5}"#, badAfter), (#"{"after":"41"}"#, badAfter),
        (#"{"after":null}"#, badAfter), (#"{"after":true}"#, badAfter),
        (#"{"after":[]}"#, badAfter), (#"{"after":{}}"#, badAfter),
        (#"{"after":9223372036854775808}"#, badAfter), (#"{"after":1e400}"#, badAfter),
        (#"{"after":-9223372036854775809}"#, badAfter), (#"{"after":1e19}"#, badAfter),
        (#"{"after":1,"log":7}"#, "log: has the wrong type"),
        (#"{"after":1,"log":null}"#, "log: has the wrong type"),
        (#"{"log":"abc"}"#, "log: means nothing without after"),
        (#"{"after":"then"}"#, badAfter),
        (#"{"since":"noon"}"#, "since: is not a time, as in 2026-05-01T12:00:00Z"),
        (#"{"since":7}"#, "since: is not a time, as in 2026-05-01T12:00:00Z"),
        (
            #"{"since":"2026-05-01T12:00:00Z","after":1}"#,
            "since: means nothing with after: send one of them"
        ),
        (#"{"transitions":"enter"}"#, "transitions: has the wrong type"),
        (#"{"transitions":[1]}"#, "transitions: has the wrong type"),
        (#"{"transitions":[null]}"#, "transitions: has the wrong type"),
        (
            #"{"transitions":["leave"]}"#,
            "transitions: 'leave' is unknown: use enter, exit and dwell"
        ),
        (#"{"kinds":{}}"#, "kinds: has the wrong type"),
        (#"{"kinds":null}"#, "kinds: has the wrong type"),
        (#"{"devices":"anna"}"#, "devices: has the wrong type"),
        (#"{"forgotten":1}"#, "forgotten: has the wrong type"),
        (#"{"devices":[7]}"#, "devices: has the wrong type"),
        (#"{"devices":["Anna"]}"#, "devices: 'Anna' is not an id: use \(DeviceID.form)"),
        (#"{"devices":["anna",""]}"#, "devices: '' is not an id: use \(DeviceID.form)"),
        (#"{"devices":["a/../b"]}"#, "devices: 'a/../b' is not an id: use \(DeviceID.form)"),
        (
            #"{"After":1}"#,
            "After: is unknown: use after, log, since, transitions, kinds, devices and forgotten"
        ),
        (
            #"{"":1}"#,
            ": is unknown: use after, log, since, transitions, kinds, devices and forgotten"
        ),
    ])
    func `a bad line is refused, and it says why`(line: String, message: String) {
        #expect(complaint(about: Array(line.utf8)) == message)
    }

    @Test(
        arguments: [
            [0xff], [0x7b, 0xc3, 0x28, 0x7d],
            Array(#"{"log":""#.utf8) + [0xed, 0xa0, 0x80, 0x22, 0x7d],
            Array(#"{"after":1,"log":""#.utf8) + [0xff, 0x22, 0x7d],
        ] as [[UInt8]])
    func `a line that is not UTF-8 is refused`(_ line: [UInt8]) {
        #expect(complaint(about: line) != nil)
    }

    @Test(arguments: [100, 2000])
    func `a line that nests deep is refused`(_ depth: Int) {
        let line = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        #expect(complaint(about: Array(line.utf8)) == Self.notJSON)
        #expect(complaint(about: Array("{\"after\":\(line)}".utf8)) != nil)
    }

    private func complaint(about line: [UInt8]) -> String? {
        do throws(RequestError) {
            _ = try ListenerRequest(line: line)
            return nil
        } catch {
            return error.description
        }
    }
}
