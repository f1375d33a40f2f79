package import Geofencing

/// What observers are asked when they review somebody.
package struct Question: Hashable, Codable, Sendable {
    package enum Kind: String, Codable, Sendable, CaseIterable {
        case yesOrNo = "yesno"
        /// 1 to 5.
        case scale
        case text
    }

    package var text: String
    package var kind: Kind

    package init(text: String, kind: Kind) { (self.text, self.kind) = (text, kind) }
}

/// What an observer answers. In JSON, `true`, `4` or `"text"`.
package enum Answer: Hashable, Sendable {
    case flag(Bool)
    case scale(Int64)
    case text(String)
}

extension Answer: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Int64.self) {
            self = .scale(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .flag(let flag): try container.encode(flag)
        case .scale(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }
}

/// What an organisation reviews its members by.
package struct Form: Hashable, Codable, Sendable {
    package var id: Int64
    package var name: String
    /// Those of the newest version.
    package var questions: [Question]
    /// From 1; one more each time the questions change.
    package var versionNumber: Int64
    /// How often each member is due; `nil`: nobody is.
    package var everyDays: Int64?
    /// Whether reviews are made by it.
    package var isOpen: Bool

    enum CodingKeys: String, CodingKey {
        case id, name, questions
        case versionNumber = "version_number"
        case everyDays = "every_days"
        case isOpen = "is_open"
    }
}

/// What an observer has found.
package struct Review: Hashable, Encodable, Sendable {
    package var id: Int64
    package var group: GroupID
    package var form: Int64
    package var formName: String
    package var formVersion: Int64
    /// As they were when it was made.
    package var questions: [Question]
    /// One for each question; `nil`: it was left open.
    package var answers: [Answer?]
    package var of: Author
    package var observer: Author
    /// `nil`: none was said, or it was removed.
    package var site: Int64?
    package var siteName: String?
    package var date: CivilDate
    package var result: String?
    /// Lines.
    package var remark: String?

    enum CodingKeys: String, CodingKey {
        case id, group, form, questions, answers, of, observer, site, date, result, remark
        case formName = "form_name"
        case formVersion = "form_version"
        case siteName = "site_name"
    }
}

/// A member who is to be reviewed.
package struct DueReview: Hashable, Encodable, Sendable {
    package var form: Int64
    package var formName: String
    package var person: PersonID
    package var name: String
    /// `nil`: they never were.
    package var last: CivilDate?
    package var since: CivilDate

    private enum CodingKeys: String, CodingKey {
        case form, person, name, last, since
        case formName = "form_name"
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(form, forKey: .form)
        try container.encode(formName, forKey: .formName)
        try container.encode(person, forKey: .person)
        try container.encode(name, forKey: .name)
        // Null is said: it is what the list is about.
        try container.encode(last, forKey: .last)
        try container.encode(since, forKey: .since)
    }
}
