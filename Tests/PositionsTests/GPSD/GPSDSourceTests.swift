import Geofencing
import TestSupport
import Testing

@testable import Positions

/// A gpsd that misbehaves, and what must happen.
struct GPSDSourceTests {
    private typealias Connection = ScriptedLink.Connection

    private static let noon = Timestamp(iso8601: "2026-12-01T12:00:00Z")!
    private static let hello =
        #"{"class":"VERSION","release":"3.22","proto_major":3,"proto_minor":14}"# + "\r\n"
        + #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"a","driver":"u-blox"}]}"#
        + "\r\n"

    /// A position at that second.
    private static func fix(_ second: Int, eph: String = "5.0") -> String {
        let time = "\(noon + Double(second))"
        return
            #"{"class":"TPV","device":"a","mode":3,"time":"\#(time)","lat":52.0,"lon":4.0,"eph":\#(eph)}"#
            + "\r\n"
    }

    /// What was reported when, a word each: `u` unreachable, `r` no receiver, `s` silent, `p` present,
    /// `f` a fix, `n` no position, `c` the clock.
    private func told(
        _ link: ScriptedLink, wake: Timestamp? = nil
    ) async -> (words: [String], source: GPSDSource) {
        var source = GPSDSource(try! GPSDAddress(""), link: link)
        source.wake(at: wake)
        var words: [String] = []
        while let reports = try? await source.next() {
            for report in reports {
                let letter =
                    switch report {
                    case .reception(.unreachable): "u"
                    case .reception(.noReceiver): "r"
                    case .reception(.silent): "s"
                    case .reception(.present): "p"
                    case .fix: "f"
                    case .noPosition, .noTime: "n"
                    case .clock: "c"
                    }
                words.append("\((link.uptime * 100).rounded() / 100)\(letter)")
            }
        }
        return (words, source)
    }

    @Test func `a gpsd that is missing is tried again, ever less often`() async {
        let link = ScriptedLink([], length: 30)
        let told = await told(link)
        #expect(link.connects == [0, 0.25, 0.75, 1.75, 3.75, 7.75, 12.75, 17.75, 22.75, 27.75])
        #expect(told.words.count == link.connects.count)
        #expect(told.words.allSatisfy { $0.hasSuffix("u") })
    }

    @Test func `a gpsd that comes is found within the longest delay`() async {
        let link = ScriptedLink(
            Array(repeating: nil, count: 20) + [Connection((0.1, Self.hello), (1, Self.fix(1)))],
            length: 100)
        #expect(await told(link).words.suffix(3) == ["82.85p", "83.75f", "100.0u"])
        #expect(link.commands.first == "?WATCH={\"enable\":true,\"json\":true};\n")
    }

    @Test func `a gpsd that is restarted is found at once`() async {
        let one = Connection((0.1, Self.hello), (1, Self.fix(1)), end: 60, answer: Self.hello)
        let link = ScriptedLink([one, nil, nil, one], length: 65)
        _ = await told(link)
        #expect(link.connects == [0, 60.25, 60.75, 61.75])
    }

    @Test(arguments: [nil, GPSDSourceTests.hello])
    func `one that closes at once is not asked more than 25 times in 10 s`(_ text: String?) async {
        let one = text.map { Connection((0, $0), end: 0) } ?? Connection(end: 0)
        let link = ScriptedLink(Array(repeating: one, count: 100), length: 60)
        _ = await told(link)
        #expect(link.connects.filter { $0 < 10 }.count == 6)
        #expect(link.connects.count < 20)
    }

    @Test func `one that hangs is asked, and then left`() async {
        let link = ScriptedLink([Connection()], length: 21)
        #expect(await told(link).words == ["20.0u", "20.25u", "20.75u"])
        #expect(link.commands.count == 2)
        #expect(link.commands[1] == "?VERSION;\n?DEVICES;\n")
        #expect(link.waits < 10)
    }

    @Test func `one that hangs in the middle of a line, too`() async {
        let half = String(Self.fix(1).prefix(40))
        let link = ScriptedLink([Connection((0, Self.hello + half)), nil], length: 21)
        #expect(await told(link).words.prefix(2) == ["0.0p", "20.0u"])
        #expect(link.waits < 10)
    }

    @Test func `one that has no receiver is kept, and asked ever less often`() async {
        let none = #"{"class":"VERSION"}"# + "\n" + #"{"class":"DEVICES","devices":[]}"# + "\n"
        let link = ScriptedLink([Connection((0, none), answer: none)], length: 3600)
        #expect(await told(link).words.first == "0.0r")
        #expect(link.connects.count == 1)
        #expect(link.commands.count < 64)
        #expect(link.waits < 130)
    }

    @Test func `a receiver that falls silent and one that is unplugged are told`() async {
        let none = #"{"class":"DEVICES","devices":[]}"# + "\n"
        let silent = ScriptedLink(
            [Connection((0, Self.hello), (1, Self.fix(1)), (20, Self.fix(20)), answer: Self.hello)],
            length: 25)
        #expect(await told(silent).words.prefix(5) == ["0.0p", "1.0f", "11.0s", "20.0p", "20.0f"])
        let forgotten = ScriptedLink(
            [Connection((0, Self.hello), (1, Self.fix(1)), answer: none)], length: 15)
        #expect(await told(forgotten).words.prefix(3) == ["0.0p", "1.0f", "11.0r"])
        let gone = #"{"class":"DEVICE","path":"a","activated":0}"# + "\n"
        let back =
            #"{"class":"DEVICE","path":"a","driver":"u-blox","activated":"2026-12-01T12:00:05.000Z"}"#
            + "\n"
        let unplugged = ScriptedLink(
            [Connection((0, Self.hello), (1, Self.fix(1)), (2, gone), (5, back), (6, Self.fix(6)))],
            length: 7)
        #expect(await told(unplugged).words.prefix(5) == ["0.0p", "1.0f", "2.0r", "5.0p", "6.0f"])
    }

    @Test(arguments: ["SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 400 Bad Request\r\n\r\n"])
    func `another service is named as such`(_ banner: String) async throws {
        let link = ScriptedLink([Connection((0, banner), end: 1)], length: 1.1)
        var source = GPSDSource(try GPSDAddress(""), link: link)
        #expect(
            try await source.next() == [
                .reception(.unreachable("localhost:2947: what listens there is not gpsd"))
            ])
    }

    @Test func `another service that never ends a line is named as such, and left`() async throws {
        var endless = Connection()
        endless.arrivals = (0..<40).map { (Double($0) * 0.5, [UInt8](repeating: 120, count: 4096)) }
        let link = ScriptedLink([endless], length: 20)
        var source = GPSDSource(try GPSDAddress(""), link: link)
        #expect(
            try await source.next() == [
                .reception(.unreachable("localhost:2947: what listens there is not gpsd"))
            ])
        #expect(link.uptime < 11)
        #expect(source.tally.contains(Tally("long_lines", 1)))
    }

    @Test func `positions are the same, byte by byte and all at once`() async {
        let text = Self.hello + (1...20).map { Self.fix($0) }.joined()
        let atOnce = ScriptedLink([Connection((0, text))], length: 5)
        var slowly = Connection()
        slowly.arrivals = text.utf8.enumerated().map { (Double($0) * 0.001, [$1]) }
        let byteByByte = ScriptedLink([slowly], length: 5)
        let letters = await [told(atOnce), told(byteByByte)].map { $0.words.compactMap(\.last) }
        #expect(letters[0].filter { $0 == "f" }.count == 20)
        #expect(letters[0] == letters[1])
    }

    @Test func `half a line is not glued to the next connection's`() async {
        let half = String(Self.fix(1).prefix(60))
        let link = ScriptedLink(
            [
                Connection((0, Self.hello + half), end: 1),
                Connection((0, Self.hello + Self.fix(2))),
            ],
            length: 3)
        let told = await told(link)
        #expect(told.words.filter { $0.hasSuffix("f") } == ["1.25f"])
        #expect(told.source.tally.contains(Tally("malformed_lines", 0)))
    }

    @Test(arguments: [
        "garbage\n", "{\n", "{\"class\":\"TPV\",\"lat\":\n", "\u{0}\u{1}\n",
        "⟦x×100000⟧\n",
        "{\"class\":\"SKY\",\"satellites\":[" + String(repeating: "{\"PRN\":1},", count: 400)
            + "{\"PRN\":1}]}\n",
        "{\"class\":\"FUTURE\",\"x\":1}\n",
        "{\"class\":\"ERROR\",\"message\":\"Unrecognized request\"}\n",
    ])
    func `positions go on between whatever else there is`(_ line: String) async {
        let text = Self.hello + (1...20).map { unrolled(line) + Self.fix($0) }.joined()
        let link = ScriptedLink([Connection((0, text))], length: 5)
        #expect(await told(link).words.filter { $0.hasSuffix("f") }.count == 20)
    }

    @Test func `floods are worked off`() async {
        var flood = Connection((0, Self.hello))
        for second in 0..<5 {
            let batch = (0..<200).map { number in
                let time = "\(Self.noon + Double(second) + Double(number) / 200)"
                return
                    #"{"class":"TPV","device":"a","mode":3,"time":"\#(time)","lat":52.0,"lon":4.0,"eph":5}"#
                    + "\n"
            }
            flood.arrivals.append((Double(second), Array(batch.joined().utf8)))
        }
        let link = ScriptedLink([flood], length: 6)
        #expect(await told(link).words.filter { $0.hasSuffix("f") }.count == 1000)
    }

    @Test(arguments: [30.0, 300])
    func `it wakes when it is asked to, whether gpsd is there or not`(_ seconds: Double) async {
        let there = ScriptedLink(
            [Connection((0, Self.hello), (1, Self.fix(1)), answer: Self.hello)], length: 400)
        let wake = Self.noon + seconds
        let words = await told(there, wake: wake).words
        #expect(words.filter { $0.hasSuffix("c") } == ["\(seconds)c"])
        let gone = ScriptedLink(
            [Connection((0, Self.hello), (1, Self.fix(1)), end: 2)], length: 400)
        #expect(await told(gone, wake: wake).words.filter { $0.hasSuffix("c") } == ["\(seconds)c"])
    }

    @Test func `it does not wake while it knows no time`() async {
        let link = ScriptedLink([Connection((0, Self.hello), answer: Self.hello)], length: 100)
        #expect(await told(link, wake: Self.noon).words.allSatisfy { !$0.hasSuffix("c") })
    }

    @Test func `only the receiver that is named is asked for`() async throws {
        let link = ScriptedLink([Connection()], length: 1)
        var source = GPSDSource(try GPSDAddress("::/dev/b"), link: link)
        _ = try? await source.next()
        #expect(
            link.commands == ["?WATCH={\"enable\":true,\"json\":true,\"device\":\"/dev/b\"};\n"])
    }
}
