import Geofencing
import TestSupport
import Testing

@testable import Positions

/// What gpsd's lines are taken for, by libgps and by what stands before it.
struct GPSDLineTests {
    private let unpacker = GPSDUnpacker()

    private func message(_ line: String) -> GPSDMessage? {
        unpacker.message(from: GPSDLine(Array(line.utf8)[...]))
    }

    private func isMalformed(_ line: some Sequence<UInt8>) -> Bool {
        if case .malformed = GPSDLine(Array(line)[...]) { true } else { false }
    }

    @Test func `a position is read`() throws {
        let line =
            #"{"class":"TPV","device":"/dev/ttyACM0","status":2,"mode":3,"time":"2026-05-01T10:00:02.250Z","leapseconds":18,"ept":0.005,"lat":52.378003333,"lon":-4.900085333,"altHAE":45.0,"altMSL":2.5,"epx":15.0,"epy":15.0,"track":210.3,"speed":1.368,"eph":4.75,"new":{"a":[1,null,true]}}"#
        #expect(
            message(line)
                == .position(
                    .init(
                        device: "/dev/ttyACM0",
                        time: Timestamp(iso8601: "2026-05-01T10:00:02.250Z"),
                        mode: 3, latitude: 52.378003333, longitude: -4.900085333, eph: 4.75,
                        status: 2, speed: 1.368, track: 210.3, altitude: 2.5)))
    }

    @Test func `what a line does not say is not kept from the one before`() {
        _ = message(
            #"{"class":"TPV","device":"a","mode":3,"time":"2026-05-01T10:00:00Z","lat":1.5,"lon":2.5,"eph":3.5}"#
        )
        #expect(message(#"{"class":"TPV","mode":3}"#) == .position(.init(mode: 3)))
        #expect(message(#"{"class":"SKY"}"#) == .sky(.init()))
        #expect(message(#"{"class":"GST"}"#) == .errorEstimate(.init()))
    }

    @Test func `the other classes are read`() {
        #expect(
            message(
                #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#
            ) == .version)
        #expect(message(#"{"class":"DEVICES","devices":[]}"#) == .devices([]))
        #expect(
            message(
                #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/a","driver":"u-blox","activated":"2026-05-01T10:00:00.000Z","flags":1,"native":1,"bps":9600,"parity":"N","stopbits":1,"cycle":1.00},{"class":"DEVICE","path":"/dev/b","activated":0}]}"#
            )
                == .devices([
                    .init(path: "/dev/a", driver: "u-blox"), .init(path: "/dev/b", isGone: true),
                ]))
        #expect(
            message(#"{"class":"DEVICE","path":"/dev/a","activated":0}"#)
                == .device(.init(path: "/dev/a", isGone: true)))
        #expect(
            message(
                #"{"class":"GST","device":"a","time":"2026-05-01T10:00:00.000Z","rms":5.4,"lat":2.7,"lon":3.5,"alt":5.8}"#
            )
                == .errorEstimate(
                    .init(
                        device: "a", time: Timestamp(iso8601: "2026-05-01T10:00:00Z"),
                        latitude: 2.7,
                        longitude: 3.5)))
        #expect(
            message(
                #"{"class":"SKY","device":"a","hdop":1.25,"satellites":[{"PRN":1,"el":1,"az":2,"ss":30,"used":true},{"PRN":2,"used":false}]}"#
            )
                == .sky(.init(device: "a", hdop: 1.25, satellitesUsed: 1)))
        #expect(
            message(#"{"class":"ERROR","message":"No such device as /dev/x"}"#)
                == .error("No such device as /dev/x"))
        for other in [
            #"{"class":"WATCH","enable":true}"#, #"{"class":"POLL"}"#,
            #"{"class":"FUTURE","x":{}}"#,
        ] {
            #expect(message(other) == nil)
            #expect(!isMalformed(other.utf8))
        }
    }

    @Test(arguments: [
        "null", "true", "[52.3]", "\"52.3\"", "{}", "NaN", "nan", "Infinity", "-", "1e", "1.", ".5",
        "0x1",
        "1e99999999999", "-1e-2147483648", String(repeating: "1", count: 41),
    ])
    func `what is no number in place of one makes the line malformed`(_ value: String) {
        for name in ["lat", "lon", "mode", "eph", "speed", "track", "altMSL", "status"] {
            #expect(isMalformed(#"{"class":"TPV","mode":3,"\#(name)":\#(value)}"#.utf8), "\(name)")
        }
    }

    @Test(
        arguments: [
            ("91.0", 91.0), ("181", 181), ("-1e3", -1000), ("1e400", nil), ("0", 0), ("1e-999", 0),
        ] as [(String, Double?)])
    func `any number is read, infinity as none`(_ text: String, value: Double?) {
        #expect(
            message(#"{"class":"TPV","lat":\#(text)}"#) == .position(.init(latitude: value)))
    }

    @Test(
        arguments: [
            ("garbage", nil), ("", nil), ("1970-01-01T00:00:00Z", nil),
            ("1899-01-01T00:00:00Z", nil),
            ("2026-06-30T23:59:60.000Z", "2026-07-01T00:00:00.000Z"),
            ("9999-12-31T23:59:59Z", nil), ("2026-05-01T10:00:00.999Z", "2026-05-01T10:00:00.999Z"),
            ("2026-05-01T10:00:00.99999Z", "2026-05-01T10:00:01.000Z"),
            ("2026-05-01T10:00:00.1e300Z", nil), ("2026-02-30T10:00:00.000Z", nil),
            ("2026-04-31T10:00:00.000Z", nil), ("2026-02-29T10:00:00.000Z", nil),
            ("2028-02-29T10:00:00.000Z", "2028-02-29T10:00:00.000Z"),
        ] as [(String, String?)])
    func `a time that cannot be is left out`(_ text: String, time: String?) {
        guard case .position(let position) = message(#"{"class":"TPV","time":"\#(text)"}"#) else {
            Issue.record("no position")
            return
        }
        #expect(position.time.map { "\($0)" } == time)
    }

    @Test(
        arguments: [
            ("1777629602.25", "2026-05-01T10:00:02.250Z"),
            ("1777629602", "2026-05-01T10:00:02.000Z"),
            ("0", nil), ("-1", nil), ("1777629602250", nil), ("1e300", nil), ("1e400", nil),
            ("null", nil), ("true", nil), ("{}", nil), ("[1]", nil),
        ] as [(String, String?)])
    func `a time that is no text leaves the position as it is`(_ value: String, time: String?) {
        let expected = GPSDMessage.Position(
            device: "a", time: time.flatMap { Timestamp(iso8601: $0) }, mode: 3, latitude: 1.5,
            longitude: 2.5)
        let members = #""device":"a","mode":3,"lat":1.5,"lon":2.5"#
        for text in [
            #"{"class":"TPV","time":\#(value),\#(members)}"#,
            #"{"class":"TPV",\#(members),"time":\#(value)}"#,
            #"{"class":"TPV","time" : \#(value) ,"time":\#(value),\#(members)}"#,
        ] {
            #expect(message(text) == .position(expected), "\(text)")
        }
    }

    @Test(arguments: [
        "", "{", "}", "{}", "null", "[]", "GET / HTTP/1.1", "SSH-2.0-OpenSSH_9.2", "$GPRMC,,V",
        #"{"class":"TPV""#, #"{"class":"TPV",}"#, #"{"class":"TPV"}}"#, #"{"class":"TPV"} x"#,
        #"{"class":"TPV"}{"class":"TPV"}"#, #"{"class":"TPV"}x"class":"TPV""#,
        #"{1"class":"TPV"}"#, #"{"x":1,"class":"TPV"}"#, #"{"class":"TPV","x":"class":"TPV"}"#,
        #"{"class":"TPV","a":{"class":"TPV"}}"#, #"{"class":7}"#, #"{"class":"TPV","lat":52.3"#,
        #"{"class":"DEVICES"}"#, #"{"class":"DEVICES","devices":{}}"#,
        #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":[}]},{"class":"DEVICE"}]}"#,
        #"{"class":"DEVICES","devices":[1]}"#, #"{"class":"DEVICES","devices":[{"class":"TPV"}]}"#,
        "{\"class\":\"TPV\",\"x\":\"a\u{0}b\"}", "{\"class\":\"TPV\",\"x\":\"a\tb\"}",
        "⟦[×60000⟧",
        #"{"class":"TPV","x":⟦[×60000⟧"#,
        #"{"class":"TPV","x":⟦{"a":×10000⟧"#,
    ])
    func `what gpsd does not write is malformed`(_ line: String) {
        let line = unrolled(line)
        #expect(isMalformed(line.utf8))
        #expect(message(line) == nil)
    }

    @Test func `text that is not UTF-8 is malformed`() {
        #expect(
            isMalformed(
                Array(#"{"class":"TPV","device":""#.utf8) + [0xff, 0xfe] + Array(#""}"#.utf8)))
        #expect(isMalformed([0x00, 0x01, 0xff]))
    }

    @Test(arguments: [140, 184, 400, 600])
    func `a sky of many satellites does no harm`(_ count: Int) {
        let satellites = (1...count).map { #"{"PRN":\#($0),"el":10,"az":20,"ss":30,"used":true}"# }
        let line =
            #"{"class":"SKY","hdop":1.0,"satellites":[\#(satellites.joined(separator: ","))]}"#
        guard case .sky = message(line) else {
            Issue.record("no sky")
            return
        }
        #expect(message(#"{"class":"TPV","mode":1}"#) == .position(.init(mode: 1)))
    }

    @Test func `texts of any length do no harm`() {
        for length in [0, 1, 100, 127, 128, 129, 511, 512, 513, 2000, 60_000] {
            let text = String(repeating: "x", count: length)
            for line in [
                #"{"class":"TPV","device":"\#(text)","mode":3}"#, #"{"class":"TPV","\#(text)":1}"#,
                #"{"class":"ERROR","message":"\#(text)"}"#,
                #"{"class":"DEVICE","path":"\#(text)"}"#,
                #"{"class":"VERSION","release":"\#(text)","rev":"\#(text)"}"#,
                #"{"class":"DEVICE","driver":"\#(text)","hexdata":"\#(text)","parity":"\#(text)"}"#,
                #"{"class":"TPV","time":"\#(text)"}"#, #"{"class":"GST","x":"\u00e4\#(text)\u1"}"#,
            ] {
                _ = message(line)
            }
        }
        #expect(message(#"{"class":"TPV","mode":1}"#) == .position(.init(mode: 1)))
    }

    @Test func `lines with anything changed in them do no harm`() {
        var random = SplitMix64(seed: 2947)
        let seeds = [
            #"{"class":"TPV","device":"/dev/a","status":2,"mode":3,"time":"2026-05-01T10:00:02.250Z","lat":52.378,"lon":4.9,"altMSL":2.5,"eph":4.75,"track":210.3,"speed":1.3}"#,
            #"{"class":"SKY","device":"/dev/a","hdop":1.25,"satellites":[{"PRN":1,"el":1,"used":true},{"PRN":2,"used":false}]}"#,
            #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/a","driver":"u-blox","activated":"2026-05-01T10:00:00.000Z","parity":"N","cycle":1.00},{"class":"DEVICE","path":"/dev/b","activated":0}]}"#,
            #"{"class":"GST","device":"a","time":"2026-05-01T10:00:00.000Z","lat":2.7,"lon":3.5}"#,
            #"{"class":"ERROR","message":"a\"b\\c\u00e4"}"#,
        ].map { Array($0.utf8) }
        let signs = Array(#"{}[]",:\0e-.classTPV"#.utf8)
        for _ in 0..<Self.rounds {
            var line = seeds.randomElement(using: &random)!
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 1..<line.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: line[place] = signs.randomElement(using: &random)!
                case 1: line.insert(signs.randomElement(using: &random)!, at: place)
                case 2:
                    line.removeSubrange(
                        place..<min(line.count, place + Int.random(in: 1...9, using: &random)))
                default:
                    let other = seeds.randomElement(using: &random)!
                    line.insert(
                        contentsOf: other.suffix(Int.random(in: 1..<other.count, using: &random)),
                        at: place)
                }
                if line.count < 2 { break }
            }
            _ = unpacker.message(from: GPSDLine(line[...]))
        }
        #expect(message(#"{"class":"TPV","mode":1}"#) == .position(.init(mode: 1)))
    }

    private static let rounds = 4_000
}
