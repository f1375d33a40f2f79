import Geofencing
import Testing

@testable import Messages

/// Walks past one place, an hour a character: what comes, and what is told of it.
@Suite struct MessageRulesTests {
    /// Tells the rules what came in one hour after the other; `e` and `x` are the enter and the exit
    /// of a favourite, `d` and `D` the enter of two deals there.
    private static func told(
        _ walk: String, _ settings: PersonSettings = PersonSettings(), mutes: [Mute] = []
    ) -> String {
        let rules = MessageRules(settings: settings, mutes: mutes)
        var told: [DeliveredReason] = []
        return String(
            walk.enumerated().map { hour, letter -> Character in
                guard let notice = Self.notice(letter, hour) else { return " " }
                let drafts = rules.drafts(
                    of: [PersonalNotice(notice)], told: told, now: notice.time)
                told += drafts.flatMap(\.notices).map(\.told)
                return drafts.isEmpty ? " " : letter
            })
    }

    private static func notice(_ letter: Character, _ hour: Int) -> Notice? {
        let minute = Double(hour) * 60
        return switch letter {
        case "e": .example(hour, minute: minute)
        case "x": .example(hour, "exit", minute: minute)
        case "w": .example(hour, "dwell", minute: minute)
        case "d": .example(hour, region: "deal/1", minute: minute)
        case "D": .example(hour, region: "deal/2", minute: minute)
        // The same region, elsewhere.
        case "E": .example(hour, minute: minute, north: 500, place: nil)
        default: nil
        }
    }

    private static let walks: [(walk: String, told: String)] = [
        (walk: "e·e········eee··········ee", told: "e           e           e "),
        (walk: "e·d·D·d·e·D·d·eD··D·······", told: "e d D         e   D       "),
        (walk: "·exwexe···················", told: " e                        "),
        (walk: "e·E·e·E···················", told: "e E                       "),
    ]

    @Test(arguments: walks)
    func `each reason is told once in twelve hours`(walk: String, told: String) {
        #expect(Self.told(walk).padded(to: 26) == told)
    }

    @Test func `the time of the notice counts, also when it runs backwards`() {
        let rules = MessageRules(settings: PersonSettings(), mutes: [])
        let before = PersonalNotice(.example(1, minute: 60)).told
        let cases: [(minute: Double, count: Int)] = [(-780, 1), (-600, 0), (779, 0), (780, 1)]
        for (minute, count) in cases {
            let drafts = rules.drafts(
                of: [PersonalNotice(.example(2, minute: minute))], told: [before], now: .example)
            #expect(drafts.count == count, "\(minute)")
        }
    }

    @Test func `transitions and kinds are told as the person wants`() {
        let walk = "exwd"
        #expect(Self.told(walk) == "e  d")
        #expect(Self.told(walk, .with { $0.transitions = ["exit", "dwell"] }) == " xw ")
        #expect(Self.told(walk, .with { $0.transitions = [] }) == "    ")
        #expect(Self.told(walk, .with { $0.kinds = ["deal"] }) == "   d")
        #expect(Self.told(walk, .with { $0.kinds = [] }) == "    ")
    }

    private static let mutes: [(Mute.Subject, String)] = [
        (.region("favourite/osm:node/1"), "  dD"), (.region("deal/1"), "e  D"),
        (.place("osm:node/1"), "    "), (.place("osm:node/2"), "e dD"), (.target("x"), "e dD"),
    ]

    @Test(arguments: mutes)
    func `what is muted is not told`(subject: Mute.Subject, told: String) {
        let mutes = [Mute(id: 1, subject: subject, title: "this one")]
        #expect(Self.told("exdD", mutes: mutes) == told)
    }

    @Test(arguments: ["STARBUCKS", "amenity=cafe"])
    func `a brand or a category is muted wherever it is`(target: String) {
        let rules = MessageRules(
            settings: PersonSettings(),
            mutes: [Mute(id: 1, subject: .target(target), title: "Coffee")])
        let place = Message.Place(id: "a", brand: "Starbucks", category: "amenity=cafe")
        let drafts = rules.drafts(
            of: [PersonalNotice(.example(place: place))], told: [], now: .example)
        #expect(drafts.isEmpty)
    }

    @Test func `a muted watch is not told at any of its places`() {
        var notice = Notice.example(region: "watch/shop/milk/osm:node/1")
        notice.watch = Notice.Watch(set: "shop", id: "milk")
        let mutes = [Mute(id: 1, subject: .region("watch/shop/milk"), title: "Milk")]
        let drafts = MessageRules(settings: PersonSettings(), mutes: mutes).drafts(
            of: [PersonalNotice(notice)], told: [], now: .example)
        #expect(drafts.isEmpty)
    }

    // MARK: One message

    private static func messages(_ notices: [Notice]) -> [[String]] {
        MessageRules(settings: .with { $0.transitions = ["enter", "exit"] }, mutes: [])
            .drafts(of: notices.map { PersonalNotice($0) }, told: [], now: .example)
            .map { $0.lines.map(\.region) }
    }

    @Test func `all reasons at one place are one message`() {
        let notices: [Notice] = [
            .example(1, region: "deal/1", place: nil), .example(2, north: 29),
            .example(3, region: "deal/2", north: 500), .example(4, region: "deal/3", north: 35),
            .example(5, "exit", region: "deal/4"), .example(6, region: "deal/5", north: 501),
        ]
        // By the middles, and the third by its place.
        #expect(
            Self.messages(notices) == [
                ["deal/1", "favourite/osm:node/1"], ["deal/2", "deal/3", "deal/5"], ["deal/4"],
            ])
    }

    @Test func `one reason twice at one moment is told once`() {
        #expect(Self.messages([.example(1), .example(2, north: 10)]).map(\.count) == [1])
    }

    @Test func `a place with ten thousand deals has a message of twenty lines`() {
        let deals = (0..<10_000).map { Notice.example($0, region: "deal/\($0)") }
        let draft = MessageRules(settings: PersonSettings(), mutes: []).drafts(
            of: deals.map { PersonalNotice($0) }, told: [], now: .example)
        #expect(draft.map(\.lines.count) == [20])
        #expect(draft.first?.notices.count == 10_000)
        #expect(draft.first?.lines.last?.text.hasSuffix("(and 9980 more)") == true)
    }

    // MARK: Arrivals

    @Test func `arrivals of others are told whatever is wanted of the own devices`() {
        let rules = MessageRules(
            settings: .with { ($0.transitions, $0.kinds) = ([], []) }, mutes: [])
        let anna = MessageContent.Arrival(person: "anna", name: "Anna")
        let ben = MessageContent.Arrival(person: "ben", name: "Ben")
        var told: [DeliveredReason] = []
        for (notice, who, expected) in [
            (Notice.arrival(1), anna, ["Anna has come to Home"]),
            (.arrival(2, "dwell", minute: 5), anna, []),
            (.arrival(3, minute: 6), ben, ["Ben has come to Home"]),
            (.arrival(4, "exit", minute: 60), anna, ["Anna has left Home"]),
            (.arrival(5, minute: 90), anna, []),
        ] {
            let drafts = rules.drafts(
                of: [PersonalNotice(notice, .arrival(who))], told: told, now: notice.time)
            told += drafts.flatMap(\.notices).map(\.told)
            #expect(drafts.map(\.title) == expected)
        }
    }

    // MARK: When it rings

    private static let delays: [(late: Double?, told: Double, isLate: Bool)] = [
        (late: nil, told: 0, isLate: false), (late: nil, told: 10, isLate: false),
        (late: nil, told: 10.1, isLate: true),
        // Written down 9 min after it happened, and told 2 min later.
        (late: 540, told: 11, isLate: true), (late: 540, told: 9, isLate: false),
        (late: 700, told: 11.7, isLate: true),
        // The gateway's clock is behind the daemon's.
        (late: nil, told: -60, isLate: false),
    ]

    /// `told`: minutes after it happened.
    @Test(arguments: delays)
    func `what is told ten minutes late does not ring`(
        late: Double?, told: Double, isLate: Bool
    ) throws {
        var notice = Notice.example()
        notice.late = late
        notice.recorded = notice.time + (late ?? 0)
        let draft = try #require(
            MessageRules(settings: PersonSettings(), mutes: []).drafts(
                of: [PersonalNotice(notice)], told: [], now: notice.time + told * 60
            ).first)
        #expect(draft.isLate == isLate)
        #expect(draft.rings == !isLate)
    }

    @Test func `a recording of last year rings as it is told`() throws {
        var notice = Notice.example(minute: -525_600)
        notice.recorded = .example
        let draft = try #require(
            MessageRules(settings: PersonSettings(), mutes: []).drafts(
                of: [PersonalNotice(notice)], told: [], now: .example
            ).first)
        #expect(!draft.isLate)
    }

    @Test(arguments: [
        PersonSettings.with { $0.ways.page = false },
        .with { $0.quiet = QuietHours(from: "11:00", to: "13:00", timeZone: "Europe/Amsterdam") },
    ])
    func `in quiet hours, and without the page, it is listed and does not ring`(
        settings: PersonSettings
    ) throws {
        let draft = try #require(
            MessageRules(settings: settings, mutes: []).drafts(
                of: [PersonalNotice(.example())], told: [], now: .example
            ).first)
        #expect(!draft.rings && !draft.isLate)
    }
}

extension String {
    fileprivate func padded(to length: Int) -> String {
        self + String(repeating: " ", count: max(0, length - count))
    }
}
