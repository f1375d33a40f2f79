import Geofencing
import Testing

@testable import Messages

@Suite struct MessageWordsTests {
    /// Title and lines of the one message that these notices make at 12:00 in Amsterdam.
    private static func words(
        _ notices: [Notice], _ content: MessageContent? = nil, minutesLater: Double = 0
    ) -> [String] {
        let settings = PersonSettings.with {
            $0.transitions = ["enter", "dwell", "exit"]
            $0.quiet = QuietHours(from: "00:00", to: "00:01", timeZone: "Europe/Amsterdam")
        }
        let drafts = MessageRules(settings: settings, mutes: []).drafts(
            of: notices.map { PersonalNotice($0, content) }, told: [],
            now: .example + minutesLater * 60)
        return drafts.flatMap { [$0.title] + $0.lines.map(\.text) }
    }

    private static func changed(
        _ transition: String = "enter", _ change: (inout Notice) -> Void
    ) -> Notice {
        var notice = Notice.example(1, transition)
        change(&notice)
        return notice
    }

    @Test(arguments: [
        (changed { _ in }, "54 m away"),
        (changed { $0.rule = "segment" }, "passed through"),
        (changed { $0.cause = "startup" }, "already there"),
        (changed { $0.cause = "started" }, "begins now"),
        (changed("dwell") { $0.stay = 300 }, "still here · after 5 min"),
        (changed("exit") { $0.stay = 20 }, "left · after less than a minute"),
        (changed("exit") { $0.stay = 7500 }, "left · after 2 h 5 min"),
        (changed("exit") { $0.stay = 3600 }, "left · after 1 h"),
        (changed("exit") { $0.stay = 1e300 }, "left · after 11574 days"),
        (changed("exit") { $0.stay = -.infinity }, "left · after less than a minute"),
        (changed("exit") { $0.stay = .nan }, "left · after less than a minute"),
        (changed("exit") { $0.cause = "removed" }, "was removed"),
        (changed("exit") { $0.place?.address = "Dam 1" }, "left"),
        (
            changed {
                $0.place?.address = "Stationsplein 33"
                $0.place?.openingHours = "Mo-Fr 08:00-20:00"
            }, "54 m away · Stationsplein 33 · Mo-Fr 08:00-20:00"
        ),
        (
            changed {
                $0.deal = [
                    "company": "Café Dam", "description": "On the terrace",
                    "ends": "2026-05-01T16:30:00.000Z",
                ]
            }, "54 m away · Café Dam · On the terrace · until 18:30"
        ),
        (changed { $0.deal = ["ends": "2026-05-02T06:05:00Z"] }, "54 m away · until 2 May 08:05"),
        (changed { $0.deal = ["ends": "soon"] }, "54 m away"),
    ])
    func `one reason is told in a line`(notice: Notice, line: String) {
        #expect(Self.words([notice]) == ["Starbucks Centraal", line])
    }

    @Test func `several reasons have a line each, and the place is told once`() {
        var place = Message.Place(id: "osm:node/1")
        place.address = "Stationsplein 33"
        let deal = Notice.example(1, region: "deal/1", name: "Coffee and pie", place: place)
        let favourite = Notice.example(2, place: place)
        #expect(
            Self.words([deal, favourite]) == [
                "Starbucks Centraal", "Coffee and pie: 54 m away · Stationsplein 33", "54 m away",
            ])
    }

    @Test func `a watch for a place names it`() {
        var notice = Notice.example(1, region: "watch/list/7/osm:node/1", name: "Buy milk")
        notice.watch = Notice.Watch(set: "list", id: "7")
        notice.place?.name = "Albert Heijn"
        #expect(Self.words([notice]) == ["Buy milk", "54 m away · Albert Heijn"])
    }

    @Test(arguments: [
        ("enter", 0, ["Anna has come to Home", "at 12:00"]),
        ("exit", 5, ["Anna has left Home", "at 12:00"]),
        ("enter", 24 * 60, ["Anna has come to Home", "at 1 May 12:00"]),
    ])
    func `others are told who comes and goes, and nothing else`(
        transition: String, minutes: Double, words: [String]
    ) {
        let anna = MessageContent.arrival(.init(person: "anna", name: "Anna"))
        #expect(Self.words([.arrival(1, transition)], anna, minutesLater: minutes) == words)
    }

    @Test func `what somebody else has written stays on its line, and is cut`() throws {
        let words = Self.words([
            .example(name: "a\nb\u{202E}c\u{0}")
        ])
        #expect(words.first == #"a\u{a}b\u{202e}c\u{0}"#)
        let long = Self.words([.example(name: String(repeating: "é", count: 1 << 20))])
        #expect(long.map(\.count) == [301, 9])
    }
}
