import APIClient
import ArgumentParser
import Geofencing
import Posix

struct Forms: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists, adds and changes what members are reviewed by.",
        discussion: """
            A review keeps the questions that it was made with.

            EXAMPLES:
              geofencectl organisation forms list
              geofencectl organisation forms add Hygiene --question 'yesno:Is the floor dry?' \\
                --question 'scale:How clean are the ovens?' --every-days 30
            """,
        subcommands: [ListForms.self, AddForm.self, EditForm.self, RemoveItems<Form>.self])
}

/// What members are reviewed by, as the gateway has it.
struct Form: NumberedItem {
    typealias In = Organisations

    var id: Int64
    var name: String
    var questions: [Question]
    /// From 1.
    var versionNumber: Int64
    /// How often each member is due; `nil`: nobody is.
    var everyDays: Int64?
    /// Whether reviews are made by it.
    var isOpen: Bool

    enum CodingKeys: String, CodingKey {
        case id, name, questions
        case versionNumber = "version_number"
        case everyDays = "every_days"
        case isOpen = "is_open"
    }

    static let (word, collection) = ("form", "forms")
    static let example = "hygiene"

    var words: String { name }

    /// As in `form 3: Hygiene, 2 questions, every 30 days`.
    var sentence: String {
        let count = questions.count == 1 ? "1 question" : "\(questions.count) questions"
        return [called, count, everyDays.map { "every \($0) days" }, isOpen ? nil : "closed"]
            .compactMap(\.self).joined(separator: ", ")
    }
}

struct Question: Decodable, ExpressibleByArgument {
    enum Kind: String, Decodable, CaseIterable { case yesno, scale, text }

    var text: String
    var kind: Kind

    /// As in `yesno:Is the floor dry?`.
    init?(argument: String) {
        guard let sign = argument.firstIndex(of: ":"),
            let kind = Kind(rawValue: String(argument[..<sign]).trimmed.lowercased())
        else { return nil }
        self.kind = kind
        text = String(argument[argument.index(after: sign)...]).trimmed
    }

    @Sendable static func read(_ text: String) throws -> Question {
        guard let question = Question(argument: text) else {
            throw ValidationError(
                "'\(text.shortened)' is no question: write it as in 'yesno:Is the floor dry?', "
                    + "'scale:How clean is it?' or 'text:What is missing?'")
        }
        return question
    }

    var json: AnyJSON { .object(["text": .string(text), "kind": .string(kind.rawValue)]) }
}

struct ListForms: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the forms with their questions.")

    @OptionGroup var options: ListOptions<Organisations>

    func run() async throws {
        let list = try await options.membership().list("forms")
        try list.tell(
            Form.self, json: options.json, none: "no forms: geofencectl organisation forms add"
        ) { forms in
            var table = Table(
                .init(title: "number", side: .right, importance: .highest),
                .init(title: "form", look: .bold), .init(title: "asks", importance: .usual),
                .init(title: "question", widest: 60), .init(title: "every days", side: .right),
                .init(title: "is", importance: .low))
            for form in forms {
                for (index, question) in form.questions.enumerated() {
                    let isFirst = index == 0
                    table.add(
                        isFirst ? "\(form.id)" : nil, isFirst ? form.name : nil,
                        question.kind.rawValue, question.text,
                        isFirst ? form.everyDays.map { "\($0)" } : nil,
                        isFirst && !form.isOpen ? "closed" : nil)
                }
            }
            return table.lines(.standardOutput)
        }
    }
}

/// Options: the fields of a form to add or to change.
struct FormFields: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A question, with how it is answered: yesno, scale (1 to 5) or text; may be repeated.",
            valueName: "kind:text"),
        transform: Question.read)
    var question: [Question] = []

    @Option(
        help: ArgumentHelp("After how many days each member is due again.", valueName: "days"))
    var everyDays: Int64?

    var draft: [String: AnyJSON] {
        var draft: [String: AnyJSON] = [:]
        if !question.isEmpty { draft["questions"] = .array(question.map(\.json)) }
        draft["every_days"] = everyDays.map { .integer($0) }
        return draft
    }
}

struct AddForm: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds a form.",
        discussion: """
            EXAMPLES:
              geofencectl organisation forms add Hygiene --question 'yesno:Is the floor dry?' \\
                --question 'scale:How clean are the ovens?' --every-days 30
            """)

    @Argument(help: "What it is called.")
    var name: String

    @OptionGroup var fields: FormFields

    @OptionGroup var options: ItemOptions<Organisations>

    func validate() throws {
        guard !fields.question.isEmpty else {
            throw ValidationError("--question: is missing: say what is asked")
        }
    }

    func run() async throws {
        var draft = fields.draft
        draft["name"] = .string(name)
        try await options.add(draft, \Form.sentence)
    }
}

struct EditForm: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Changes what is said of a form, and leaves the rest.",
        discussion: """
            Questions are replaced all together.

            EXAMPLES:
              geofencectl organisation forms edit hygiene --every-days 14
              geofencectl organisation forms edit hygiene --closed
            """)

    @Argument(help: "Its number, as it is listed, or name.")
    var form: String

    @Option(help: ArgumentHelp("What it is called.", valueName: "text"))
    var name: String?

    @OptionGroup var fields: FormFields

    @Option(help: ArgumentHelp("Take this away; may be repeated.", valueName: "field"))
    var without: [Field] = []

    @Flag(inversion: .prefixedNo, help: "Whether no reviews are made by it any more.")
    var closed: Bool?

    @OptionGroup var options: ItemOptions<Organisations>

    enum Field: String, ExpressibleByArgument, CaseIterable { case everyDays = "every-days" }

    func run() async throws {
        var draft = fields.draft
        draft["name"] = name.map { .string($0) }
        if !without.isEmpty { draft["every_days"] = .null }
        draft["is_open"] = closed.map { .bool(!$0) }
        try draft.requireChange()
        try await options.change(form, to: draft, \Form.sentence)
    }
}

struct ListDue: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "due", abstract: "Lists whose review is due, by which form.")

    @OptionGroup var options: ListOptions<Organisations>

    private struct Due: Decodable {
        var formName: String
        var person: String
        var name: String
        /// As `2026-05-01`; `nil`: they never were.
        var last: String?
        var since: String

        enum CodingKeys: String, CodingKey {
            case person, name, last, since
            case formName = "form_name"
        }
    }

    func run() async throws {
        let list = try await options.membership().list("due")
        try list.tell(Due.self, json: options.json, none: "nobody is due") { all in
            var table = Table(
                .init(title: "person", importance: .highest), .init(title: "name", look: .bold),
                .init(title: "form"), .init(title: "last"), .init(title: "due since"))
            for due in all {
                table.add(due.person, due.name, due.formName, due.last ?? "never", due.since)
            }
            return table.lines(.standardOutput)
        }
    }
}
