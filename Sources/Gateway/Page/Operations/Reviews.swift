import APIClient
import Community
import Geofencing
import HTTPService
import HTTPTypes
import Hummingbird

/// What organisations find of their members.
extension GatewayAPI {
    private static let formChanges = [
        Parameter("name", .text(1...80)),
        Parameter("questions", .other(Schema.questions), "1 to 50. New ones are a new version."),
        Parameter(
            "every_days", .integer(1...3660), nullable: true,
            "How often each member is due; null: nobody is."),
    ]
    private static let newForm = formChanges.requiring(["name", "questions"])

    static let forms: [Operation] = [
        .answering(
            .get, "groups/{group}/forms", "list_forms", "What an organisation reviews by.",
            .list("forms", of: "Form", as: .form)
        ) { api, call in
            try await api.community.forms(of: call.groupInPath(), by: call.known())
        },
        .answering(
            .post, "groups/{group}/forms", "add_form", "Makes a form; admins who manage all sites.",
            body: newForm + [key], .added("Form", as: .form)
        ) { api, call in
            try await api.community.addForm(
                of: try call.groupInPath(), name: call.arguments.text("name")!,
                questions: try call.questions() ?? [],
                everyDays: call.arguments.integer("every_days"),
                key: call.arguments.text("key"), by: try call.known())
        },
        .reading("groups/{group}/forms/{form}", "Form", currentForm),
        .answering(
            .patch, "groups/{group}/forms/{form}", "change_form",
            "Changes what the body says. Reviews keep the questions that they were made with.",
            body: formChanges + [Parameter("is_open", .flag, "Whether reviews are made by it.")],
            .item("Form", as: .form), current: currentForm
        ) { api, call in
            try await api.community.editForm(
                try call.number("form"), of: try call.groupInPath(),
                name: call.arguments.text("name"), questions: try call.questions(),
                everyDays: call.arguments.says("every_days")
                    ? .some(call.arguments.integer("every_days")) : nil,
                isOpen: call.arguments.flag("is_open"), by: try call.known())
        },
        .doing(
            .delete, "groups/{group}/forms/{form}", "remove_form",
            "Removes a form by which no review was made.", current: currentForm
        ) { api, call in
            try await api.community.removeForm(
                call.number("form"), of: call.groupInPath(), by: call.known())
        },
    ]

    private static let currentForm: Operation.Current = { api, call in
        let number = try call.number("form")
        let form = try await api.community.forms(
            of: try call.groupInPath(), by: try call.known()
        ).first { $0.id == number }
        return try form?.versioned(by: .form)
    }

    // MARK: Reviews

    private static let reviewChanges = [
        Parameter("site", .integer(1...Int64.max), nullable: true),
        Parameter("date", .text(10...10), "As 2026-05-01; today, where nothing is said."),
        Parameter("answers", .other(Schema.answers), "One for each question, null for none."),
        Parameter("result", .text(0...80), "Empty takes it away."),
        Parameter("remark", .lines(0...2000), "May have lines; empty takes it away."),
    ]
    private static let newReview =
        [
            Parameter("form", .integer(1...Int64.max), required: true),
            Parameter(
                "form_version", .integer(1...Int64.max),
                "Which the answers are for; 409 if the form has another by now."),
            Parameter("of", .text(1...40), required: true, "The id of the person."),
        ]
        + reviewChanges.requiring(["answers"]) + [key]

    static let reviews: [Operation] = [
        .answering(
            .get, "groups/{group}/reviews", "list_reviews",
            "A member's own reviews, the newest day first; for admins, those of their sites.",
            query: [
                Parameter("person", .text(1...40), "Of whom."),
                Parameter(
                    "before", .integer(1...Int64.max), "The number of the last one that is known."),
                Parameter("limit", .integer(1...1000)),
            ], .list("reviews", of: "Review", as: .review)
        ) { api, call in
            let person = try call.query("person").map { text in
                guard let id = PersonID(text) else { throw Problem.nothingHere }
                return id
            }
            return try await api.community.reviews(
                of: call.groupInPath(), about: person, before: call.queryNumber("before"),
                limit: call.limit(or: 200), by: call.known())
        },
        .answering(
            .post, "groups/{group}/reviews", "add_review",
            "Reviews a member; the admins of the site.", body: newReview,
            .added("Review", as: .review)
        ) { api, call in
            guard let person = PersonID(call.arguments.text("of")!) else {
                throw Problem(field: "of", "is no id of a person")
            }
            return try await api.community.addReview(
                of: person, in: try call.groupInPath(), form: call.arguments.integer("form")!,
                version: call.arguments.integer("form_version"),
                site: call.arguments.integer("site"), date: try call.date(),
                answers: try call.answers() ?? [], result: call.arguments.text("result"),
                remark: call.arguments.text("remark"), key: call.arguments.text("key"),
                by: try call.known())
        },
        .reading("groups/{group}/reviews/{review}", "Review", currentReview),
        .answering(
            .patch, "groups/{group}/reviews/{review}", "change_review",
            "Changes what the body says; the admin who wrote it.", body: reviewChanges,
            .item("Review", as: .review), current: currentReview
        ) { api, call in
            let arguments = call.arguments
            return try await api.community.editReview(
                try call.number("review"), of: try call.groupInPath(),
                site: arguments.says("site") ? .some(arguments.integer("site")) : nil,
                date: try call.date(), answers: try call.answers(),
                result: arguments.text("result"), remark: arguments.text("remark"),
                by: try call.known())
        },
        .doing(
            .delete, "groups/{group}/reviews/{review}", "remove_review",
            "Removes a review; the admin who wrote it.", current: currentReview
        ) { api, call in
            try await api.community.removeReview(
                call.number("review"), of: call.groupInPath(), by: call.known())
        },
        .answering(
            .get, "groups/{group}/due", "list_due_reviews",
            "Who is to be reviewed, those first who have waited longest; its admins.",
            .list("due", of: "DueReview")
        ) { api, call in
            try await api.community.dueReviews(of: call.groupInPath(), by: call.known())
        },
    ]

    private static let currentReview: Operation.Current = { api, call in
        try await api.community.review(
            call.number("review"), of: call.groupInPath(), by: call.known()
        ).versioned(by: .review)
    }
}

extension Call {
    /// `nil` if the body does not say them.
    fileprivate func questions() throws -> [Question]? {
        guard let value = arguments["questions"] else { return nil }
        guard case .array(let elements) = value else {
            throw Problem(field: "questions", "are no list")
        }
        return try elements.enumerated().map { index, element in
            guard Set(element.members.keys) == ["text", "kind"],
                let text = element["text"]?.string,
                let kind = element["kind"]?.string.flatMap(Question.Kind.init)
            else {
                let kinds = Question.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem(
                    field: "questions[\(index)]", "is not a text and a kind: use one of \(kinds)")
            }
            return Question(text: text, kind: kind)
        }
    }

    /// `nil` if the body does not say them.
    fileprivate func answers() throws -> [Answer?]? {
        guard let value = arguments["answers"] else { return nil }
        guard case .array(let elements) = value else {
            throw Problem(field: "answers", "are no list")
        }
        return try elements.enumerated().map { index, element in
            switch element {
            case .null: return nil
            case .bool(let flag): return .flag(flag)
            case .integer(let number): return .scale(number)
            case .string(let text): return .text(text)
            default:
                throw Problem(
                    field: "answers[\(index)]", "is not true, false, 1 to 5, a text or null")
            }
        }
    }

    /// `nil` if the body does not say it.
    fileprivate func date() throws -> CivilDate? {
        guard let text = arguments.text("date") else { return nil }
        guard let day = CivilDate(text) else {
            throw Problem(field: "date", "is not a day as in 2026-05-01")
        }
        return day
    }
}
