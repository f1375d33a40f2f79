import APIClient
import Community
import Geofencing
import Testing

@testable import Messages

/// What groups have at places, as one person is told of it.
@Suite struct AtPlacesRulesTests {
    /// Walks past one shop, an hour a character: what is on the list then, and what is told of it.
    private static func told(_ walk: String) -> String {
        let rules = MessageRules(settings: PersonSettings(), mutes: [])
        var told: [DeliveredReason] = []
        return String(
            walk.enumerated().map { hour, letter -> Character in
                let list: MessageContent
                switch letter {
                case "m": list = .list("milk")
                case "e": list = .list("eggs")
                case "B": list = .list("milk", "eggs")
                default: return " "
                }
                let notice = Notice.shop(hour, minute: Double(hour) * 60)
                let drafts = rules.drafts(
                    of: [PersonalNotice(notice, list)], told: told, now: notice.time)
                told += drafts.flatMap(\.notices).map(\.told)
                return drafts.isEmpty ? " " : letter
            })
    }

    @Test(arguments: [
        (walk: "m·m·········m··", told: "m           m  "),
        // With what is new, all of the list is told.
        (walk: "m·B·B·e·m·····m·m", told: "m B           m  "),
        (walk: "B·m·e·······m····", told: "B           m    "),
    ])
    func `a list is told again when there is something on it that was not`(
        walk: String, told: String
    ) {
        #expect(Self.told(walk) == told)
    }

    @Test func `what was told at one shop is told at the next`() {
        let rules = MessageRules(settings: PersonSettings(), mutes: [])
        var next = Notice.shop(2, minute: 1, north: 500)
        next.place?.id = "osm:node/2"
        let told = PersonalNotice(.shop(1), .list("milk")).told
        #expect(
            rules.drafts(
                of: [PersonalNotice(next, .list("milk"))], told: [told], now: .example
            ).count == 1)
    }

    // MARK: One message

    private static func messages(
        _ notices: [PersonalNotice], told: [PersonalNotice] = [],
        _ settings: PersonSettings = PersonSettings(), mutes: [Mute] = []
    ) -> [[String]] {
        MessageRules(settings: settings, mutes: mutes)
            .drafts(of: notices, told: told.map(\.told), now: .example)
            .map { [$0.title] + $0.lines.map(\.text) }
    }

    @Test func `all that is to be bought at a place is one message, a line for each household`() {
        let notices = [
            PersonalNotice(.example(1, name: "Albert Heijn")),
            PersonalNotice(.shop(2), .list("milk|2 l", "eggs")),
            PersonalNotice(.shop(3, target: "2"), .list("bread", "milk|2 l", target: "AH")),
            PersonalNotice(.shop(4, target: "3"), .list("tea", group: "club", name: "Club")),
        ]
        // In the order of their ids, which the texts have here.
        #expect(
            Self.messages(notices) == [
                [
                    "Albert Heijn", "Buy: eggs, bread, milk 2 l (Home)", "Buy: tea (Club)",
                    "54 m away",
                ]
            ])
    }

    @Test func `a list that was told is left out, unless a part of it is new`() {
        let favourite = PersonalNotice(.example(1, name: "Albert Heijn"))
        let milk = PersonalNotice(.shop(2), .list("milk"))
        let bread = PersonalNotice(.shop(3, target: "2"), .list("bread", target: "AH"))
        #expect(
            Self.messages([favourite, milk], told: [milk]) == [["Albert Heijn", "54 m away"]])
        #expect(Self.messages([milk], told: [milk]).isEmpty)
        #expect(
            Self.messages([milk, bread], told: [milk]) == [
                ["Albert Heijn", "Buy: milk, bread (Home)"]
            ])
        // Two shops in one house.
        let other = PersonalNotice(.shop(4, north: 20), .list("milk"))
        #expect(Self.messages([milk, other]) == [["Albert Heijn", "Buy: milk (Home)"]])
    }

    @Test func `a list of ten thousand things says how many there are`() throws {
        let things = (1...10_000).map { Thing.wanted($0, "thing \($0)") }
        let list = MessageContent.errands(
            .init(group: GroupID("home")!, groupName: "Home", target: "AH", things: things))
        let text = try #require(Self.messages([PersonalNotice(.shop(), list)]).first?.last)
        #expect(text.hasPrefix("Buy: thing 1, thing 2, "))
        #expect(text.hasSuffix(", thing 100 and 9900 more (Home)"))
    }

    @Test func `events and bulletins are messages of their own`() {
        let notices = [
            PersonalNotice(.example(1, name: "North")), PersonalNotice(.site(2), .bulletin(1)),
            PersonalNotice(.site(2), .bulletin(2)), PersonalNotice(.site(3), .meeting()),
        ]
        #expect(
            Self.messages(notices).map(\.first) == ["North", "Bulletin 1", "Bulletin 2", "Choir"])
    }

    @Test func `an event that is put off is told again`() {
        let told = PersonalNotice(.site(1), .meeting())
        #expect(Self.messages([PersonalNotice(.site(2), .meeting())], told: [told]).isEmpty)
        #expect(
            Self.messages([PersonalNotice(.site(2), .meeting(minutesLater: 60))], told: [told])
                .count == 1)
    }

    // MARK: Who wants it

    private static let kinds: [(kind: String, PersonalNotice)] = [
        ("errand", PersonalNotice(.shop(), .list("milk"))),
        ("event", PersonalNotice(.site(), .meeting())),
        ("bulletin", PersonalNotice(.site(), .bulletin(1))),
    ]

    @Test(arguments: kinds)
    func `it is told on entering, whatever transitions are wanted of the own devices`(
        kind: String, notice: PersonalNotice
    ) {
        let settings = PersonSettings.with { $0.transitions = ["exit"] }
        #expect(Self.messages([notice], settings).count == 1)
        for transition in ["dwell", "exit"] {
            var other = notice
            other.notice.transition = transition
            #expect(Self.messages([other], settings).isEmpty)
        }
    }

    @Test(arguments: kinds)
    func `it is told if its kind is wanted, and its place is not muted`(
        kind: String, notice: PersonalNotice
    ) throws {
        #expect(Self.messages([notice], .with { $0.kinds = ["watch"] }).isEmpty)
        #expect(Self.messages([notice], .with { $0.kinds = [kind] }).count == 1)
        let mute = Mute(id: 1, subject: .region(notice.notice.region.id), title: "x")
        #expect(Self.messages([notice], mutes: [mute]).isEmpty)
        let draft = try #require(
            MessageRules(settings: PersonSettings(), mutes: []).drafts(
                of: [notice], told: [], now: .example
            ).first)
        #expect(draft.lines.map(\.kind) == [kind])
        #expect(draft.lines.map(\.region) == [notice.notice.region.id])
        #expect(draft.lines.map(\.subject) == [notice.content?.subject])
    }

    @Test func `a line says what of the group it is about`() throws {
        let subjects = Self.kinds.map(\.1.content?.subject)
        #expect(
            try subjects.json == """
                [{"errand":"shop=supermarket","group":"home"},{"event":17,"group":"home"},\
                {"bulletin":1,"group":"acme"}]
                """)
    }

    // MARK: Words

    private static let hours: [(hours: String?, later: Double, line: String)] = [
        (nil, 0, "Buy: milk (Home)"),
        ("Mo-Fr 08:00-20:00", 0, "Buy: milk (Home) · open until 20:00"),
        ("24/7", 0, "Buy: milk (Home) · open now"),
        ("Mo-Fr 08:00-11:00,13:00-18:00", 0, "Buy: milk (Home) · closed now, opens 13:00"),
        ("Mo-Fr 08:00-11:00", 0, "Buy: milk (Home) · closed now, opens Mon 08:00"),
        ("Fr 20:00-02:00", 10, "Buy: milk (Home) · open until 02:00"),
        ("Fr-Sa 08:00-20:00", 10, "Buy: milk (Home) · closed now, opens 08:00"),
        ("Fr-Su 00:00-24:00", 0, "Buy: milk (Home) · open until Mon 00:00"),
        ("Mo-Su off", 0, "Buy: milk (Home) · closed now"),
        ("sunrise-sunset", 0, "Buy: milk (Home) · sunrise-sunset"),
        (#""by appointment""#, 0, #"Buy: milk (Home) · "by appointment""#),
    ]

    /// `later`: hours after 12:00 on a Friday.
    @Test(arguments: hours)
    func `the line says whether the shop is open`(hours: String?, later: Double, line: String) {
        let settings = PersonSettings.with {
            $0.quiet = QuietHours(from: "00:00", to: "00:01", timeZone: "Europe/Amsterdam")
        }
        let drafts = MessageRules(settings: settings, mutes: []).drafts(
            of: [PersonalNotice(.shop(hours: hours), .list("milk"))], told: [],
            now: .example + later * 3600)
        #expect(drafts.map { [$0.title] + $0.lines.map(\.text) } == [["Albert Heijn", line]])
    }

    @Test func `an event says when it is, by the clock where it is`() {
        func line(_ change: (inout Event) -> Void) -> String? {
            guard case .event(var coming) = MessageContent.meeting() else { return nil }
            change(&coming.event)
            return Self.messages([PersonalNotice(.site(), .event(coming))]).first?.last
        }
        let day = CivilDate(year: 2026, month: 5, day: 1)!
        #expect(line { _ in } == "14:00–15:00 at Town hall")
        #expect(line { $0.place = nil } == "14:00–15:00")
        #expect(line { $0.zone = "Asia/Tokyo" } == "21:00–22:00 at Town hall")
        #expect(line { $0.ends = $0.ends + 36_000 } == "14:00–2 May 01:00 at Town hall")
        // Midnight to midnight.
        #expect(
            line {
                $0.days = day...day
                ($0.starts, $0.ends) = ($0.starts + -50_400, $0.starts + 36_000)
            } == "1 May at Town hall")
        #expect(
            line {
                $0.days = day...day
                $0.ends = $0.starts + 86_400
            } == "1 May–2 May at Town hall")
    }

    @Test func `a bulletin says how it begins`() {
        let long = String(repeating: "Mind the step. ", count: 400)
        for (text, line) in [
            ("At the\nback door.\n\nAsk Ben.", "At the back door. Ask Ben."),
            (long, String(long.prefix(300)) + "…"), ("a\u{0}b", #"a\u{0}b"#), ("", "Bulletin 1"),
        ] {
            #expect(
                Self.messages([PersonalNotice(.site(), .bulletin(1, text))]) == [
                    ["Bulletin 1", line]
                ])
        }
    }
}
