import Geofencing
import SQLite
import TestSupport
import Testing

@testable import Community

/// What admins of organisations find of their members.
@Suite struct ReviewTests {
    typealias Deed = @Sendable (Works, Caller) async throws -> Void

    private static func add(
        _ works: Works, _ person: PersonID, at site: Int64?, by caller: Caller
    ) async throws {
        let form = try await works.form()
        _ = try await works.community.addReview(
            of: person, in: works.acme, form: form, site: site, answers: [nil, nil, nil], by: caller
        )
    }

    /// As `Works.callers`.
    static let deeds: [(String, String, Deed)] = [
        ("see forms", "yyyyy---", { _ = try await $0.community.forms(of: $0.acme, by: $1) }),
        (
            "make a form", "yyfff---",
            {
                _ = try await $0.community.addForm(
                    of: $0.acme, name: "F", questions: [.init(text: "Q", kind: .text)], by: $1)
            }
        ),
        (
            "change a form", "yyfff---",
            { try await $0.community.editForm($0.form(), of: $0.acme, name: "F", by: $1) }
        ),
        (
            "remove a form", "yyfff---",
            { try await $0.community.removeForm($0.form(), of: $0.acme, by: $1) }
        ),
        (
            "review kim at the harbour", "fyfff---",
            { try await add($0, $0.kim, at: $0.harbour, by: $1) }
        ),
        ("review gus at the quay", "fyfff---", { try await add($0, $0.gus, at: $0.quay, by: $1) }),
        ("review gus at no site", "fyfff---", { try await add($0, $0.gus, at: nil, by: $1) }),
        (
            "review the admin of all", "f?fff---",
            { try await add($0, $0.fay, at: $0.harbour, by: $1) }
        ),
        (
            "see reviews", "yyyyy---",
            { _ = try await $0.community.reviews(of: $0.acme, by: $1) }
        ),
        (
            "see that of gus at the harbour", "yyyy----",
            {
                let id = try await $0.review($0.form(), of: $0.gus, at: $0.harbour)
                _ = try await $0.community.review(id, of: $0.acme, by: $1)
            }
        ),
        (
            "see that of kim at the quay", "yy--y---",
            {
                let id = try await $0.review($0.form(), of: $0.kim, at: $0.quay)
                _ = try await $0.community.review(id, of: $0.acme, by: $1)
            }
        ),
        (
            "change that of gus by the admin of the harbour", "yfyf----",
            {
                let id = try await $0.review($0.form(), of: $0.gus, at: $0.harbour, by: $0.ina)
                try await $0.community.editReview(id, of: $0.acme, result: "Good", by: $1)
            }
        ),
        (
            "remove one whose observer is an admin no more", "yy-f----",
            {
                let id = try await $0.review($0.form(), of: $0.gus, at: $0.harbour, by: $0.ina)
                try await $0.community.editMember(
                    $0.ina, of: $0.acme, role: .member, by: .person($0.fay))
                try await $0.community.removeReview(id, of: $0.acme, by: $1)
            }
        ),
        (
            "see who is due", "yyyff---",
            { _ = try await $0.community.dueReviews(of: $0.acme, by: $1) }
        ),
    ]

    @Test(arguments: deeds.indices)
    func `who may do what with forms and reviews`(row: Int) async throws {
        let (name, expected, deed) = Self.deeds[row]
        let outcomes = try await Works.outcomes(deed)
        #expect(outcomes == expected, "\(name)")
    }

    @Test func `a review keeps the questions that it was made with`() async throws {
        let works = try await Works()
        let community = works.community
        let fay = Caller.person(works.fay)
        let form = try await works.form()
        let id = try await works.review(form, of: works.gus)
        let questions = [Question(text: "New?", kind: .yesOrNo)]
        // The version that nobody has used is not kept.
        try await community.editForm(
            form, of: works.acme, questions: [.init(text: "Unused", kind: .text)], by: fay)
        let changed = try await community.editForm(
            form, of: works.acme, name: "Round 2", questions: questions, by: fay)
        #expect(changed.versionNumber == 3)
        let same = try await community.editForm(
            form, of: works.acme, questions: questions, by: fay)
        #expect(same.versionNumber == 3)
        let review = try await community.review(id, of: works.acme, by: fay)
        #expect(review.formVersion == 1 && review.formName == "Round 2")
        #expect(review.questions.map(\.text) == ["Helmet?", "Order", "Seen"])
        #expect(review.answers == [.flag(true), .scale(4), nil])
        let edited = try await community.editReview(
            id, of: works.acme, answers: [.flag(false), nil, .text("Rust")], by: fay)
        #expect(edited.answers == [.flag(false), nil, .text("Rust")])
        let next = try await community.addReview(
            of: works.gus, in: works.acme, form: form, answers: [.flag(true)], by: fay)
        #expect(next.formVersion == 3 && next.questions == questions)
        let versions = try await community.read { db, _ in
            try db.integers("SELECT version FROM form_version ORDER BY version")
        }
        #expect(versions == [1, 3])
    }

    @Test(
        arguments: [
            ([], "questions are 0: ask 1 to 50"),
            (Array(repeating: "Q", count: 51), "questions are 51"),
            (["Q", " "], "questions[1].text is empty"), (["a\u{7}"], "questions[0].text has"),
        ] as [([String], String)])
    func `a form that cannot be is refused`(_ questions: [String], _ words: String) async throws {
        let works = try await Works()
        let error = await #expect(throws: CommunityError.self) {
            try await works.community.addForm(
                of: works.acme, name: "F",
                questions: questions.map { .init(text: $0, kind: .text) },
                by: .person(works.fay))
        }
        #expect("\(try #require(error))".hasPrefix(words))
    }

    @Test(
        arguments: [
            ([.flag(true)], nil, "answers are 1 to 3 questions"),
            ([.scale(1), nil, nil], nil, "answers[0] is not true, false or null"),
            ([nil, .scale(6), nil], nil, "answers[1] is not a whole number from 1 to 5"),
            ([nil, .flag(true), nil], nil, "answers[1] is not a whole number"),
            ([nil, nil, .scale(3)], nil, "answers[2] is not a text"),
            ([nil, nil, .text("\u{202E}")], nil, "answers[2] has the character"),
            ([nil, nil, nil], "9999-01-01", "date is to come"),
        ] as [([Answer?], String?, String)])
    func `a review that cannot be is refused`(
        _ answers: [Answer?], _ date: String?, _ words: String
    ) async throws {
        let works = try await Works()
        let form = try await works.form()
        let error = await #expect(throws: CommunityError.self) {
            try await works.community.addReview(
                of: works.gus, in: works.acme, form: form, date: date.flatMap { CivilDate($0) },
                answers: answers, by: .person(works.fay))
        }
        #expect("\(try #require(error))".hasPrefix(words))
    }

    @Test func `nobody reviews themselves, or by a form that is closed or of others`()
        async throws
    {
        let works = try await Works()
        let fay = Caller.person(works.fay)
        let form = try await works.form()
        func refused(_ person: PersonID, _ form: Int64) async -> String {
            do {
                _ = try await works.review(form, of: person)
                return ""
            } catch {
                return "\(error)"
            }
        }
        #expect(await refused(works.fay, form).hasPrefix("of is yourself"))
        #expect(await refused(works.street.ben, form).hasPrefix("of is no member of acme"))
        #expect(await refused(works.gus, 99).hasPrefix("form 99 is no form of acme"))
        try await works.community.editForm(form, of: works.acme, isOpen: false, by: fay)
        #expect(await refused(works.gus, form) == "'Round' is closed: open it, or use another form")
    }

    @Test func `a form with reviews is closed, not removed`() async throws {
        let works = try await Works()
        let form = try await works.form()
        let id = try await works.review(form, of: works.gus)
        let fay = Caller.person(works.fay)
        await #expect(throws: CommunityError.self) {
            try await works.community.removeForm(form, of: works.acme, by: fay)
        }
        try await works.community.removeReview(id, of: works.acme, by: fay)
        try await works.community.removeForm(form, of: works.acme, by: fay)
        #expect(try await works.community.forms(of: works.acme, by: fay).isEmpty)
    }

    @Test func `reviews are listed by day, a page at a time`() async throws {
        let works = try await Works()
        let form = try await works.form()
        let days = ["2020-03-01", "2020-05-01", "2020-03-01", "2020-04-01"]
        var ids: [Int64] = []
        for day in days { ids.append(try await works.review(form, of: works.gus, on: day)) }
        func page(before: Int64? = nil) async throws -> [Int64] {
            try await works.community.reviews(
                of: works.acme, about: works.gus, before: before, limit: 2, by: .machine
            ).map(\.id)
        }
        #expect(try await page() == [ids[1], ids[3]])
        #expect(try await page(before: ids[3]) == [ids[2], ids[0]])
        #expect(try await page(before: ids[0]) == [])
        // Colleagues do not learn the day of a review that they do not see.
        for (person, before) in [(works.kim, ids[3]), (works.gus, 99)] {
            await #expect(throws: CommunityError.unknownLast) {
                try await works.community.reviews(
                    of: works.acme, before: before, by: .person(person))
            }
        }
    }

    @Test func `who has seen other questions than the form has now reviews nobody`() async throws {
        let works = try await Works()
        let (community, acme, fay) = (works.community, works.acme, Caller.person(works.fay))
        let form = try await works.form()
        func review(_ version: Int64?) async throws -> Review {
            try await community.addReview(
                of: works.gus, in: acme, form: form, version: version, answers: [.flag(true)],
                by: fay)
        }
        for question in ["Is the floor dry?", "Is the floor wet?"] {
            try await community.editForm(
                form, of: acme, questions: [.init(text: question, kind: .yesOrNo)], by: fay)
        }
        let refused = await #expect(throws: CommunityError.self) { try await review(2) }
        #expect("\(try #require(refused))".hasSuffix("answer those of version 3"))
        #expect(try await community.reviews(of: acme, by: fay).isEmpty)
        #expect(try await review(3).questions.map(\.text) == ["Is the floor wet?"])
        #expect(try await review(nil).formVersion == 3)
    }

    @Test func `members are due from when they came, and again after the days of the form`()
        async throws
    {
        let works = try await Works()
        let community = works.community
        let form = try await works.form(everyDays: 30)
        func due(_ caller: PersonID) async throws -> [String] {
            try await community.dueReviews(of: works.acme, by: .person(caller)).map { due in
                let days = due.last.map { due.since.daysSince1970 - $0.daysSince1970 }
                return "\(due.name) \(days.map { "\($0)" } ?? "never")"
            }
        }
        #expect(try await due(works.fay) == ["Gus never", "Ina never", "Kim never"])
        // Whoever manages the harbour sees those who work there, and not themselves.
        #expect(try await due(works.ina) == ["Gus never"])
        try await works.review(form, of: works.gus)
        #expect(try await due(works.ina) == [])
        works.street.time.pass(29 * 86_400)
        #expect(try await due(works.ina) == [])
        works.street.time.pass(86_400)
        #expect(try await due(works.ina) == ["Gus 30"])
        try await community.editForm(
            form, of: works.acme, everyDays: .some(nil), by: .person(works.fay))
        #expect(try await due(works.fay) == [])
    }

    @Test func `reviews go with whom they are of, stay without their observer, and are exported`()
        async throws
    {
        let works = try await Works()
        let community = works.community
        let form = try await works.form()
        let ofGus = try await works.review(form, of: works.gus, at: works.harbour, by: works.ina)
        try await works.review(form, of: works.ina)
        let export = try await community.export(works.ina, by: .person(works.ina))
        #expect(export.reviews.map(\.of.name) == ["Gus", "Ina"])
        _ = try await community.removePerson(works.ina, by: .machine)
        let left = try await community.reviews(of: works.acme, by: .machine)
        #expect(left.map(\.id) == [ofGus])
        #expect(left[0].observer == Author(person: nil, name: ""))
        _ = try await community.removePerson(works.gus, by: .machine)
        #expect(try await community.reviews(of: works.acme, by: .machine).isEmpty)
    }
}
