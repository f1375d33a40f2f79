import Formats
package import Geofencing
import Posix
import SQLite

/// What admins of organisations find of their members.
extension Community {
    /// Of one organisation.
    static let mostReviews: Int64 = 100_000

    /// The newest day first: to members those of themselves, to admins those at the sites that they
    /// manage, of people who work there, and their own.
    ///
    /// `person`: `nil`: of all. `before`: the number of the last one that is known already; throws if
    /// the caller sees no such review. `limit`: how many at most.
    package func reviews(
        of group: GroupID, about person: PersonID? = nil, before: Int64? = nil,
        limit: Int = 200, by caller: Caller
    ) throws -> [Review] {
        try read { db, _ in
            try db.require(.organisation, db.ownGroup(group, of: caller), for: "reviews")
            let last = try before.map { number in
                guard let last = try db.reviews(of: group, number: number, seenBy: caller).first
                else { throw CommunityError.unknownLast }
                return last
            }
            return try db.reviews(
                of: group, about: person, after: last, limit: limit, seenBy: caller)
        }
    }

    package func review(_ id: Int64, of group: GroupID, by caller: Caller) throws -> Review {
        try read { db, _ in try db.review(id, of: group, seenBy: caller) }
    }

    /// By the admins of its site, of somebody else. `version`: of the form, which the answers are for;
    /// throws `conflict` if it has another by now. `date`: `nil` is today, by UTC.
    package func addReview(
        of person: PersonID, in group: GroupID, form: Int64, version: Int64? = nil,
        site: Int64? = nil, date: CivilDate? = nil,
        answers: [Answer?], result: String? = nil, remark: String? = nil, key: String? = nil,
        by caller: Caller
    ) throws -> Review {
        try change(of: [.reviews], for: .members(group)) { db, now in
            let observer = try db.askingPerson(caller, to: "review somebody")
            let managed = try db.managed(group, by: caller, for: "reviews").sites
            let id = try db.once(key, "review", in: group, by: observer.id, at: now) {
                guard person != observer.id else {
                    throw CommunityError.invalid(
                        field: "of", "is yourself: have somebody else review you")
                }
                let member = try db.members(of: group).first { $0.person == person }
                guard let member else {
                    throw CommunityError.invalid(
                        field: "of", "is no member of \(group): choose one")
                }
                guard managed.hasAny(member.sites) else {
                    throw CommunityError.forbidden(
                        "\(person) works at no site that you manage: ask an admin who does")
                }
                let form = try db.openForm(form, of: group)
                guard version == nil || version == form.versionNumber else {
                    throw CommunityError.conflict(
                        "\(form.name) has other questions by now: answer those of version "
                            + "\(form.versionNumber)")
                }
                let new = try NewReview(
                    site: site, date: date ?? CivilDate(at: now), answers: answers,
                    result: result, remark: remark
                ).checked(form.questions, in: group, managed, db, at: now)
                return try db.insert(new, form, of: person, by: observer.id, in: group)
            }
            return try db.madeEarlier { try db.review(id, of: group, seenBy: caller) }
        }
    }

    /// By the admin who wrote it; once they are none any more, by another of its site. `nil` leaves it
    /// as it is, within `site` it takes that away; an empty text takes that away.
    @discardableResult
    package func editReview(
        _ id: Int64, of group: GroupID, site: Int64?? = nil, date: CivilDate? = nil,
        answers: [Answer?]? = nil, result: String? = nil, remark: String? = nil,
        by caller: Caller
    ) throws -> Review {
        try change(of: [.reviews], for: .members(group)) { db, now in
            let (old, managed) = try db.writtenReview(id, of: group, by: caller)
            let new = try NewReview(
                site: site ?? old.site, date: date ?? old.date, answers: answers ?? old.answers,
                result: result ?? old.result, remark: remark ?? old.remark
            ).checked(old.questions, in: group, managed, db, at: now)
            // What it said before is over.
            try db.beginForgetting()
            try db.table("review").update([
                "id": .integer(id), "site": SQLValue(new.site), "date": .text("\(new.date)"),
                "answers": try .json(new.answers), "result": SQLValue(new.result),
                "remark": SQLValue(new.remark),
            ])
            return try db.review(id, of: group, seenBy: caller)
        }
    }

    /// By whoever may change it.
    package func removeReview(_ id: Int64, of group: GroupID, by caller: Caller) async throws {
        try change(of: [.reviews], for: .members(group)) { db, _ in
            _ = try db.writtenReview(id, of: group, by: caller)
            try db.run("DELETE FROM review WHERE id = :id", ["id": .integer(id)])
            try db.beginForgetting()
        }
        try? await finishForgetting()  // Else the next `tidy()` does.
    }

    /// Who is to be reviewed by an open form, those who have waited longest first; of the sites that the
    /// caller manages, and without the caller.
    ///
    /// Admins who manage all sites are never due.
    package func dueReviews(of group: GroupID, by caller: Caller) throws -> [DueReview] {
        try read { db, now in
            let managed = try db.managed(group, by: caller, for: "reviews").sites
            let asker = try db.asker(caller)?.id
            let members = try db.members(of: group).filter { member in
                (member.role == .member || !member.sites.isEmpty) && member.person != asker
                    && managed.hasAny(member.sites)
            }
            let last = try db.lastReviews(of: group)
            return try db.forms(of: group).flatMap { form -> [DueReview] in
                guard form.isOpen, let days = form.everyDays else { return [] }
                let begin = try db.begin(of: form.id)
                return members.compactMap { member in
                    let last = last[Reviewed(form: form.id, person: member.person)]
                    let since =
                        last.map { $0.advanced(by: Int(days)) }
                        ?? max(begin, CivilDate(at: member.joined.seconds))
                    guard since <= CivilDate(at: now) else { return nil }
                    return DueReview(
                        form: form.id, formName: form.name, person: member.person,
                        name: member.name, last: last, since: since)
                }
            }.sorted { ($0.since, $0.form) < ($1.since, $1.form) }
        }
    }
}

/// A member and what they are reviewed by.
private struct Reviewed: Hashable {
    var form: Int64
    var person: PersonID
}

/// A review as it is to be.
private struct NewReview {
    var site: Int64?
    var date: CivilDate
    var answers: [Answer?]
    var result: String?
    var remark: String?

    /// Characters.
    private static let longestRemark = 2000
    private static let longestAnswer = 1000

    func checked(
        _ questions: [Question], in group: GroupID, _ managed: ManagedSites, _ db: Connection,
        at now: Int64
    ) throws -> NewReview {
        if let site { try db.requireSite(site, of: group) }
        try managed.require(site, of: group)
        // Somewhere it is tomorrow already.
        guard date <= CivilDate(at: now).advanced(by: 1) else {
            throw CommunityError.invalid(field: "date", "is to come: say the day of the review")
        }
        guard answers.count == questions.count else {
            throw CommunityError.invalid(
                field: "answers",
                "are \(answers.count) to \(questions.count) questions: send one for each, null for none"
            )
        }
        var new = self
        new.answers = try zip(questions, answers).enumerated().map { index, pair in
            try pair.1?.checked(for: pair.0, "answers[\(index)]", Self.longestAnswer)
        }
        new.result = try result.flatMap { try $0.isEmpty ? nil : $0.checkedName("result") }
        new.remark = try remark?.checkedLines("remark", longest: Self.longestRemark)
        return new
    }
}

extension Answer {
    /// `nil` if it is an empty text.
    fileprivate func checked(
        for question: Question, _ field: String, _ longest: Int
    ) throws -> Answer? {
        switch (question.kind, self) {
        case (.yesOrNo, .flag): return self
        case (.scale, .scale(let number)) where (1...5).contains(number): return self
        case (.text, .text(let text)):
            return try text.checkedLines(field, longest: longest).map(Answer.text)
        case (.yesOrNo, _):
            throw CommunityError.invalid(field: field, "is not true, false or null")
        case (.scale, _):
            throw CommunityError.invalid(
                field: field, "is not a whole number from 1 to 5, or null")
        case (.text, _): throw CommunityError.invalid(field: field, "is not a text or null")
        }
    }
}

extension CivilDate {
    /// That of a time by UTC.
    init(at seconds: Int64) {
        self = LocalClock.utc.moment(at: Timestamp(seconds: seconds)).date
    }
}

extension Connection {
    private static let columns = """
        SELECT review.id, review.group_id, review.form, form.name, review.form_version,
            form_version.questions, review.answers, review.person,
            coalesce(member.nick_name, person.name), review.site, site.name, review.date,
            review.result, review.remark, \(Author.columns)
        FROM review JOIN form ON form.id = review.form
        JOIN form_version ON form_version.form = review.form
            AND form_version.version = review.form_version
        JOIN person ON person.id = review.person
        LEFT JOIN member ON member.group_id = review.group_id AND member.person = review.person
        LEFT JOIN site ON site.id = review.site
        \(Author.joins("review.observer", in: "review.group_id"))
        """

    private static func review(_ row: Statement) throws -> Review {
        Review(
            id: row.integer(0), group: row.group(1), form: row.integer(2),
            formName: row.text(3) ?? "", formVersion: row.integer(4), questions: try row.json(5),
            answers: try row.json(6), of: Author(row, at: 7), observer: Author(row, at: 14),
            site: row.integerIfAny(9), siteName: row.text(10),
            date: CivilDate(row.text(11) ?? "") ?? CivilDate(daysSince1970: 0),
            result: row.text(12), remark: row.text(13))
    }

    /// `number`: that of the only one that is wanted. `last`: only those that come after it.
    fileprivate func reviews(
        of group: GroupID, number: Int64? = nil, about person: PersonID? = nil,
        after last: Review? = nil, limit: Int = 1, seenBy caller: Caller
    ) throws -> [Review] {
        let managed = try managedSites(of: group, by: caller)
        return try rows(
            """
            \(Self.columns)
            WHERE review.group_id = :group AND (:number IS NULL OR review.id = :number)
                AND (:about IS NULL OR review.person = :about)
                AND (:last IS NULL OR (review.date, review.id) < (:date, :last))
                AND (:all OR review.person = :asker OR :some AND (
                    review.observer = :asker OR review.site IN (
                        SELECT site FROM member_site
                        WHERE group_id = :group AND person = :asker)
                    OR review.person IN (
                        SELECT other.person FROM member_site own
                        JOIN member_site other ON other.site = own.site
                        WHERE own.group_id = :group AND own.person = :asker)))
            ORDER BY review.date DESC, review.id DESC LIMIT :limit
            """,
            [
                "group": .id(group), "number": SQLValue(number),
                "about": .id(person), "last": SQLValue(last?.id),
                "date": SQLValue(last.map { "\($0.date)" }),
                "all": managed == .all ? 1 : 0, "some": managed == nil ? 0 : 1,
                "asker": .id(try asker(caller)?.id), "limit": .integer(Int64(limit)),
            ], Self.review)
    }

    fileprivate func review(
        _ id: Int64, of group: GroupID, seenBy caller: Caller
    ) throws -> Review {
        try require(.organisation, ownGroup(group, of: caller), for: "reviews")
        return try reviews(of: group, number: id, seenBy: caller).first.found()
    }

    /// Those of somebody and those that they have written, in all organisations.
    func reviews(ofOrBy person: PersonID) throws -> [Review] {
        try rows(
            """
            \(Self.columns) WHERE review.person = :person OR review.observer = :person
            ORDER BY review.id
            """, ["person": .id(person)], Self.review)
    }

    /// One that the caller may change, and what they manage.
    fileprivate func writtenReview(
        _ id: Int64, of group: GroupID, by caller: Caller
    ) throws -> (Review, ManagedSites) {
        let review = try review(id, of: group, seenBy: caller)
        let managed = try managed(group, by: caller, for: "reviews").sites
        if let asker = try asker(caller)?.id, asker != review.observer.person {
            let isLeft = try !members(of: group).contains {
                $0.person == review.observer.person && $0.role == .admin
            }
            guard isLeft, asker != review.of.person else {
                throw CommunityError.forbidden("only the admin who wrote it may: ask them")
            }
            try managed.require(review.site, of: group)
        }
        return (review, managed)
    }

    fileprivate func openForm(_ id: Int64, of group: GroupID) throws -> Form {
        guard let form = try forms(of: group).first(where: { $0.id == id }) else {
            throw CommunityError.invalid(
                field: "form", "\(id) is no form of \(group): use one of its forms")
        }
        guard form.isOpen else {
            throw CommunityError.conflict(
                "\(form.name.quoted) is closed: open it, or use another form")
        }
        return form
    }

    /// Returns its number.
    fileprivate func insert(
        _ new: NewReview, _ form: Form, of person: PersonID, by observer: PersonID,
        in group: GroupID
    ) throws -> Int64 {
        try requireRoom(
            in: "review", of: group, atMost: Community.mostReviews, "reviews: remove some")
        return try table("review").insert([
            "group_id": .id(group), "form": .integer(form.id),
            "form_version": .integer(form.versionNumber), "person": .id(person),
            "observer": .id(observer), "site": SQLValue(new.site),
            "date": .text("\(new.date)"), "answers": try .json(new.answers),
            "result": SQLValue(new.result), "remark": SQLValue(new.remark),
        ])
    }

    fileprivate func lastReviews(of group: GroupID) throws -> [Reviewed: CivilDate] {
        let last = try rows(
            "SELECT form, person, max(date) FROM review WHERE group_id = :group GROUP BY 1, 2",
            ["group": .id(group)]
        ) { row in
            (
                Reviewed(form: row.integer(0), person: row.person(1)),
                CivilDate(row.text(2) ?? "") ?? CivilDate(daysSince1970: 0)
            )
        }
        return Dictionary(uniqueKeysWithValues: last)
    }

    /// The day on which a form was made.
    fileprivate func begin(of form: Int64) throws -> CivilDate {
        CivilDate(
            at: try integer("SELECT made FROM form WHERE id = :id", ["id": .integer(form)]) ?? 0)
    }
}
