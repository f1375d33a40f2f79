import Community

/// What organisations have.
extension Schema {
    static let bulletin = made(
        [
            "id": integer, "group": string, "title": string, "text": string, "from": time,
            "has_picture": flag, "by": reference("Somebody"), "made": time, "is_read": flag,
            "version": version,
        ],
        optional: [
            "site": described("integer", "Without it, it is for all."),
            "site_name": string, "until": time,
            "picture": described("string", "The path of its picture."),
            "read_count": described("integer", "For admins."),
            "told_count": described("integer", "For admins: on arrival."),
        ])

    static let bulletinReader =
        #"{"allOf": [\#(reference("Somebody")), {"type": "object", "required": ["read", "told"], "properties": {"read": \#(timeOrNull), "told": \#(timeOrNull)}}]}"#
    static let customers = made(
        [
            "reserved": integer,
            "people": array(
                made(
                    ["name": string, "reserved": time],
                    optional: ["rating": integer, "text": string])),
        ], optional: ["capacity": integer])
    private static let timeOrNull = #"{"type": ["string", "null"], "format": "date-time"}"#

    static let questions = array(
        made(["text": string, "kind": choice(Question.Kind.allCases.map(\.rawValue))]))
    /// One for each question.
    static let answers = array(
        #"{"type": ["boolean", "integer", "string", "null"], "description": "By the kind of the question: true or false, 1 to 5, a text."}"#
    )
    static let date = #"{"type": "string", "format": "date"}"#

    static let form = made(
        [
            "id": integer, "name": string, "questions": questions,
            "version_number": described("integer", "One more each time the questions change."),
            "is_open": flag, "version": version,
        ],
        optional: [
            "every_days": described("integer", "How often each member is due.")
        ])

    static let review = made(
        [
            "id": integer, "group": string, "form": integer, "form_name": string,
            "form_version": integer, "questions": questions, "answers": answers,
            "of": reference("Somebody"),
            "observer": reference("Somebody"), "date": date, "version": version,
        ],
        optional: [
            "site": integer, "site_name": string, "result": string, "remark": string,
        ])

    static let dueReview = made([
        "form": integer, "form_name": string, "person": string, "name": string,
        "last": #"{"type": ["string", "null"], "format": "date"}"#, "since": date,
    ])
}
