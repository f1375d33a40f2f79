import FoundationEssentials
import Posix
import SQLite

/// What organisations review their members by.
extension Community {
    /// In the order in which they were made, for members.
    package func forms(of group: GroupID, by caller: Caller) throws -> [Form] {
        try read { db, _ in
            try db.require(.organisation, db.ownGroup(group, of: caller), for: "forms")
            return try db.forms(of: group)
        }
    }

    /// By admins who manage all sites. `everyDays`: how often each member is due; `nil`: nobody is.
    package func addForm(
        of group: GroupID, name: String, questions: [Question], everyDays: Int64? = nil,
        key: String? = nil, by caller: Caller
    ) throws -> Form {
        try change(of: [.reviews], for: .members(group)) { db, now in
            try db.require(
                .organisation, db.whollyManagedGroup(group, by: caller), for: "forms")
            let id = try db.once(key, "form", in: group, by: db.asker(caller)?.id, at: now) {
                let questions = try questions.checked()
                let form = try db.insertForm(
                    name.checkedName("name"), everyDays: everyDays?.checkedDays(), in: group,
                    at: now)
                try db.insert(questions, version: 1, of: form)
                return form
            }
            return try db.madeEarlier { try db.form(id, of: group) }
        }
    }

    /// By admins who manage all sites. `nil` leaves it as it is; within `everyDays`, it takes that
    /// away. Reviews keep the questions that they were made with.
    @discardableResult
    package func editForm(
        _ id: Int64, of group: GroupID, name: String? = nil, questions: [Question]? = nil,
        everyDays: Int64?? = nil, isOpen: Bool? = nil, by caller: Caller
    ) throws -> Form {
        try change(of: [.reviews], for: .members(group)) { db, _ in
            _ = try db.whollyManagedGroup(group, by: caller)
            var form = try db.form(id, of: group)
            if let name { form.name = try name.checkedName("name") }
            if let everyDays { form.everyDays = try everyDays?.checkedDays() }
            form.isOpen = isOpen ?? form.isOpen
            if let questions = try questions?.checked(), questions != form.questions {
                form.versionNumber += 1
                form.questions = questions
                try db.insert(questions, version: form.versionNumber, of: id)
            }
            try db.table("form").update([
                "id": .integer(id), "name": .text(form.name),
                "every_days": SQLValue(form.everyDays), "is_open": form.isOpen ? 1 : 0,
                "version": .integer(form.versionNumber),
            ])
            try db.removeUnusedVersions(of: id)
            return form
        }
    }

    /// By admins who manage all sites, if no review was made by it.
    package func removeForm(_ id: Int64, of group: GroupID, by caller: Caller) throws {
        try change(of: [.reviews], for: .members(group)) { db, _ in
            _ = try db.whollyManagedGroup(group, by: caller)
            let form = try db.form(id, of: group)
            let count = try db.integer(
                "SELECT count(*) FROM review WHERE form = :form", ["form": .integer(id)])
            guard count == 0 else {
                throw CommunityError.conflict(
                    "there are reviews by \(form.name.quoted): close it instead")
            }
            try db.run("DELETE FROM form WHERE id = :id", ["id": .integer(id)])
        }
    }
}

extension [Question] {
    private static let most = 50
    /// Characters.
    private static let longest = 200

    fileprivate func checked() throws -> [Question] {
        guard !isEmpty, count <= Self.most else {
            throw CommunityError.invalid(
                field: "questions", "are \(count): ask 1 to \(Self.most)")
        }
        return try enumerated().map { index, question in
            let text = try question.text.checkedName(
                "questions[\(index)].text", longest: Self.longest)
            return Question(text: text, kind: question.kind)
        }
    }
}

extension Int64 {
    fileprivate func checkedDays() throws -> Int64 {
        guard (1...3660).contains(self) else {
            throw CommunityError.invalid(field: "every_days", "is not 1 to 3660: use days")
        }
        return self
    }
}

extension Connection {
    /// Of one organisation.
    private static let mostForms: Int64 = 200

    private static let columns = """
        SELECT form.id, form.name, form_version.questions, form.version, form.every_days,
            form.is_open
        FROM form JOIN form_version ON form_version.form = form.id
            AND form_version.version = form.version
        """

    func forms(of group: GroupID) throws -> [Form] {
        try rows(
            "\(Self.columns) WHERE form.group_id = :group ORDER BY form.id",
            ["group": .id(group)]
        ) { row in
            Form(
                id: row.integer(0), name: row.text(1) ?? "", questions: try row.json(2),
                versionNumber: row.integer(3), everyDays: row.integerIfAny(4),
                isOpen: row.integer(5) != 0)
        }
    }

    func form(_ id: Int64, of group: GroupID) throws -> Form {
        try forms(of: group).first { $0.id == id }.found()
    }

    /// Returns its number.
    fileprivate func insertForm(
        _ name: String, everyDays: Int64?, in group: GroupID, at now: Int64
    ) throws -> Int64 {
        try requireRoom(in: "form", of: group, atMost: Self.mostForms, "forms: remove one")
        return try table("form").insert([
            "group_id": .id(group), "name": .text(name),
            "every_days": SQLValue(everyDays), "is_open": 1, "version": 1, "made": .integer(now),
        ])
    }

    fileprivate func insert(_ questions: [Question], version: Int64, of form: Int64) throws {
        try table("form_version").insert([
            "form": .integer(form), "version": .integer(version), "questions": try .json(questions),
        ])
    }

    fileprivate func removeUnusedVersions(of form: Int64) throws {
        try run(
            """
            DELETE FROM form_version WHERE form = :form
                AND version <> (SELECT version FROM form WHERE id = :form)
                AND version NOT IN (SELECT form_version FROM review WHERE form = :form)
            """, ["form": .integer(form)])
    }
}

extension Statement {
    /// A text that `SQLValue.json` has made.
    func json<Value: Decodable>(_ column: Int32) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(bytes(column)))
    }
}

extension SQLValue {
    static func json(_ value: some Encodable) throws -> SQLValue {
        .text(String(decoding: try JSONEncoder().encode(value), as: UTF8.self))
    }
}
