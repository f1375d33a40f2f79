import APIClient
import ArgumentParser
import Geofencing
import Places
import Posix

struct Reviews: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists, shows and writes what was found of members.",
        discussion: """
            A member sees their own, an admin all.

            EXAMPLES:
              geofencectl organisation reviews list --of ben
              geofencectl organisation reviews add hygiene ben --answer yes --answer 4 \\
                --result good
            """,
        subcommands: [
            ListReviews.self, ShowReview.self, AddReview.self, EditReview.self,
            RemoveItems<Review>.self,
        ])
}

/// What was found of a member, as the gateway has it.
struct Review: NumberedItem {
    typealias In = Organisations

    var id: Int64
    var formName: String
    var questions: [Question]
    /// One for each question; `null`: it was left open.
    var answers: [AnyJSON]
    var of: Somebody
    var observer: Somebody
    var siteName: String?
    /// As `2026-05-01`.
    var date: String
    var result: String?
    /// Lines.
    var remark: String?

    enum CodingKeys: String, CodingKey {
        case id, questions, answers, of, observer, date, result, remark
        case formName = "form_name"
        case siteName = "site_name"
    }

    static let (word, collection) = ("review", "reviews")
    static let example = "3"
    /// The most that are answered.
    static let query = [(name: "limit", value: "1000")]

    /// As in `Hygiene of Ben`.
    var words: String { "\(formName) of \(of.text)" }

    /// As in `review 3: Hygiene of Ben, 2026-05-01, by Anna, good`.
    var sentence: String {
        [called, date.visible, "by \(observer.text.cut(toWidth: 40))", result?.cut(toWidth: 80)]
            .compactMap(\.self).joined(separator: ", ")
    }

    var lines: [String] {
        let site = siteName.map { ["at \($0.visible)"] } ?? []
        let asked = zip(questions, answers).flatMap { question, answer in
            ["", question.text.visible, "  \(answer == .null ? "–" : answer.text.visible)"]
        }
        let remark = (remark ?? "").split(separator: "\n").map { String($0).visible }
        return [sentence] + site + asked + (remark.isEmpty ? [] : [""] + remark)
    }
}

struct ListReviews: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists reviews, the newest first.")

    @Option(
        help: ArgumentHelp("Only those of this member.", valueName: "person"),
        completion: Completion.person)
    var of: String?

    @OptionGroup var options: ListOptions<Organisations>

    func run() async throws {
        let membership = try await options.membership()
        var query: [(name: String, value: String)] = []
        if let of { query.append(("person", try await membership.member(of))) }
        try await membership.list("reviews", query).tell(
            Review.self, json: options.json,
            none: "no reviews: geofencectl organisation reviews add"
        ) { reviews in
            var table = Table(
                .init(title: "number", side: .right, importance: .highest), .init(title: "date"),
                .init(title: "form"), .init(title: "of", look: .bold),
                .init(title: "at", importance: .low), .init(title: "by", importance: .low),
                .init(title: "result"))
            for review in reviews {
                table.add(
                    "\(review.id)", review.date, review.formName, review.of.text, review.siteName,
                    review.observer.text, review.result)
            }
            return table.lines(.standardOutput)
        }
    }
}

struct ShowReview: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows a review with its questions and answers.")

    @Argument(help: "Its number, as it is listed.")
    var review: String

    @OptionGroup var options: ItemOptions<Organisations>

    func run() async throws {
        let (review, answer) = try await Review.found(review, try await options.membership())
        try answer.tell(json: options.json) { review.lines.joined(separator: "\n") }
    }
}

/// Options: the fields of a review to add or to change.
struct ReviewFields: ParsableArguments {
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "To each question in turn: yes or no, 1 to 5, or words; '' leaves it open.",
            valueName: "answer"))
    var answer: [String] = []

    @Option(help: ArgumentHelp("Where it was, by number or name.", valueName: "site"))
    var site: String?

    @Option(
        help: ArgumentHelp(
            "The day, as in yesterday, monday or 2026-05-01.", valueName: "day"),
        transform: CommandTime.read)
    var date: CommandTime?

    @Option(help: ArgumentHelp("What comes of it, in a word or two.", valueName: "text"))
    var result: String?

    @Option(help: ArgumentHelp("More about it.", valueName: "text"))
    var remark: String?

    /// `questions`: what is answered.
    func draft(
        _ membership: Membership, _ questions: [Question]
    ) async throws -> [String: AnyJSON] {
        var draft: [String: AnyJSON] = [:]
        if !answer.isEmpty {
            guard answer.count == questions.count else {
                throw Refusal(
                    .invalid, "--answer",
                    "is there \(answer.count) times for \(questions.count) questions: "
                        + "answer each in turn")
            }
            draft["answers"] = .array(try zip(questions, answer).map { try $0.answered($1) })
        }
        if let site { draft["site"] = .integer(try await membership.site(site)) }
        draft["date"] = date.map { .string($0.pastDay) }
        draft["result"] = result.map { .string($0) }
        draft["remark"] = remark.map { .string($0) }
        return draft
    }
}

extension Question {
    fileprivate func answered(_ answer: String) throws -> AnyJSON {
        let word = answer.trimmed.lowercased()
        if word.isEmpty { return .null }
        switch kind {
        case .text: return .string(answer)
        case .yesno:
            if ["yes", "y", "true"].contains(word) { return .bool(true) }
            if ["no", "n", "false"].contains(word) { return .bool(false) }
        case .scale:
            if let number = Int64(word), (1...5).contains(number) { return .integer(number) }
        }
        throw Refusal(
            .invalid, "--answer",
            "\(answer.quoted) is no answer to \(text.quoted): "
                + (kind == .yesno ? "say yes or no" : "say a number from 1 to 5"))
    }
}

struct AddReview: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Writes down what was found of a member.",
        discussion: """
            EXAMPLES:
              geofencectl organisation reviews add hygiene ben --answer yes --answer 4 \\
                --site Dam --result good
            """)

    @Argument(help: "The form's number, as it is listed, or name.")
    var form: String

    @Argument(
        help: ArgumentHelp("Of whom, by id or name.", valueName: "person"),
        completion: Completion.person)
    var person: String

    @OptionGroup var fields: ReviewFields

    @OptionGroup var options: ItemOptions<Organisations>

    func run() async throws {
        let membership = try await options.membership()
        let form = try await Form.find(form, membership)
        guard !fields.answer.isEmpty else {
            let questions = form.questions.map { "\($0.kind.rawValue): \($0.text.visible)" }
            throw Refusal(
                .invalid, "--answer", "is missing: answer each question in turn",
                details: questions)
        }
        var draft = try await fields.draft(membership, form.questions)
        draft["form"] = .integer(form.id)
        draft["of"] = .string(try await membership.member(person))
        let answer = try await membership.send(.post, "reviews", draft)
        try answer.tell("added", json: options.json, \Review.sentence)
    }
}

struct EditReview: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Changes what is said in a review, and leaves the rest.",
        discussion: """
            The admin who wrote it may.

            EXAMPLES:
              geofencectl organisation reviews edit 3 --result 'very good'
            """)

    @Argument(help: "Its number, as it is listed.")
    var review: String

    @OptionGroup var fields: ReviewFields

    @OptionGroup var options: ItemOptions<Organisations>

    func run() async throws {
        let membership = try await options.membership()
        let review = try await Review.find(review, membership)
        let draft = try await fields.draft(membership, review.questions)
        try draft.requireChange()
        let answer = try await membership.send(
            .patch, review.path, draft, about: review.called)
        try answer.tell("changed", json: options.json, \Review.sentence)
    }
}
