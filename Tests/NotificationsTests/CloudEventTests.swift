import Geofencing
import Notifications
import Testing

struct CloudEventTests {
    @Test func `an enter is one line of JSON, byte for byte`() {
        var fix = Fix.example
        fix.accuracy = 6.1
        fix.speed = 1.4
        fix.track = 87
        let line = Notice.line(.example(fix: fix), recorded: noon(0.4))
        #expect(
            line == """
                {"specversion":"1.0","id":"abc-00000000000000000042","source":"/geofenced/pi-car",\
                "type":"geofence.enter","subject":"deal/42","time":"2026-05-01T12:00:00.000Z",\
                "recordedtime":"2026-05-01T12:00:00.400Z","sequence":"00000000000000000042",\
                "datacontenttype":"application/json","data":{"region":{"id":"deal/42",\
                "kind":"deal","name":"2 for 1 at Dam","center":[4.8926,52.3731],"radius":200},\
                "fix":{"time":"2026-05-01T12:00:00.000Z","lat":52.3735,"lon":4.8931,\
                "accuracy":6.1,"speed":1.4,"track":87},"distance":61.3,"rule":"accurate"}}
                """)
    }

    @Test func `a replay leaves out when it was recorded`() {
        #expect(!Notice.line(.example()).contains("recordedtime"))
    }

    /// What follows the distance, for each thing that may be said there.
    struct Ending: Sendable, CustomTestStringConvertible {
        var transition: Transition
        var type: String
        var text: String

        init(_ transition: Transition, _ type: String, _ text: String) {
            (self.transition, self.type, self.text) = (transition, type, text)
        }

        var testDescription: String { text }
    }

    @Test(arguments: [
        Ending(.example(.enter, rule: .confirmed), "enter", #""rule":"confirmed"}}"#),
        Ending(
            .example(.enter, rule: .initial, cause: .startup), "enter",
            #""rule":"initial","initial":true,"cause":"startup"}}"#),
        Ending(
            .example(.enter, rule: .segment), "enter",
            #""rule":"segment","inferred":"segment"}}"#),
        Ending(
            .example(.exit, rule: .segment, stay: 3.25), "exit",
            #""rule":"segment","inferred":"segment","stay":3.25}}"#),
        Ending(
            .example(.exit, rule: .outside, stay: 744), "exit", #""rule":"outside","stay":744}}"#),
        Ending(
            .example(.exit, rule: .closed, cause: .ended, stay: 0.0004), "exit",
            #""rule":"closed","cause":"ended","stay":0}}"#),
        Ending(
            .example(.dwell, rule: .dwell, stay: 300.1236), "dwell",
            #""rule":"dwell","stay":300.124}}"#),
        Ending(
            .example(
                region: .example(
                    details: .init(
                        title: "deal",
                        fields: [.init("company", "Café Dam"), .init("ends", "18:00")]))), "enter",
            #""rule":"accurate","deal":{"company":"Café Dam","ends":"18:00"}}}"#),
        Ending(
            .example(
                region: .example(
                    kind: "favourite", details: .init(title: "place", fields: []))), "enter",
            #""rule":"accurate","place":{}}}"#),
    ])
    func `a notice ends with what is to be said of it`(_ ending: Ending) {
        let line = Notice.line(ending.transition)
        #expect(line.contains(#""type":"geofence.\#(ending.type)""#))
        #expect(line.hasSuffix(#""distance":61.3,"# + ending.text))
    }

    @Test func `a fix without a date says so`() {
        var fix = Fix(
            time: Timestamp(milliseconds: 5000),
            coordinate: Coordinate(latitude: -0.123456789, longitude: 180))
        fix.isUndated = true
        #expect(
            Notice.line(.example(fix: fix)).contains(
                #""fix":{"time":"1970-01-01T00:00:05.000Z","undated":true,"#
                    + #""lat":-0.12345679,"lon":180},"#))
    }

    @Test(arguments: [
        (#"5" nails"#, #""name":"5\" nails""#),
        (#"C:\shop"#, #""name":"C:\\shop""#),
        ("two\nlines\tand\ra bell\u{7}", #""name":"two\nlines\tand\u000da bell\u0007""#),
        ("\u{0}\u{1f}\u{7f}", #""name":"\u0000\u001f\u007f""#),
        ("Café 🍕👩‍👩‍👧 カフェ", #""name":"Café 🍕👩‍👩‍👧 カフェ""#),
        ("\u{2028}\u{2029}\u{85}", #""name":"\u2028\u2029\u0085""#),
        ("", #""name":"""#),
        ("$(touch x); rm </script>", #""name":"$(touch x); rm </script>""#),
    ])
    func `a name stays what it is, and on one line`(name: String, written: String) {
        let line = Notice.line(.example(region: .example(name: name)))
        #expect(line.contains(written))
        #expect(!line.utf8.contains(UInt8(ascii: "\n")))
    }

    @Test(arguments: [
        (1, "00000000000000000001"), (10_000, "00000000000000010000"),
        (Int.max, "09223372036854775807"),
    ])
    func `sequences order as text`(number: Int, text: String) {
        let notice = Notice(
            sequence: number, log: .replay, transition: .example(), recorded: nil)
        let line = String(decoding: notice.cloudEvent(source: "/"), as: UTF8.self)
        #expect(line.contains(#""id":"replay-\#(text)""#))
        #expect(line.contains(#""sequence":"\#(text)""#))
    }

    @Test func `a log's name is eight letters and digits, and hardly ever the same`() {
        let names = (0..<100).map { _ in LogID.random().description }
        #expect(names.allSatisfy { $0.utf8.count == 8 && $0.allSatisfy(\.isASCII) })
        #expect(Set(names).count == names.count)
    }
}
