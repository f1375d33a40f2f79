import SQLite

/// People's tips and ratings of places: theirs to write, and seen by all who may sign in.
extension Community {
    /// Of one person.
    private static let mostTips = 2000
    /// Characters.
    package static let longestTip = 1000

    /// `limit`: how many at most.
    package func tips(
        of place: String, limit: Int = 200, by caller: Caller
    ) throws -> PlaceTips {
        try read { db, _ in
            let asker = try db.asker(caller)?.id
            let (count, ratings, average) =
                try db.first(
                    "SELECT count(*), count(rating), avg(rating) FROM tip WHERE place = :place",
                    ["place": .text(place)]
                ) { ($0.integer(0), $0.integer(1), $0.real(2)) } ?? (0, 0, 0)
            return PlaceTips(
                place: place, tips: try db.tips(of: place, limit: limit, for: asker),
                count: count, ratings: ratings, average: ratings > 0 ? average : nil)
        }
    }

    /// The caller's own, the newest first.
    package func tips(by person: PersonID) throws -> [Tip] {
        try read { db, _ in try db.tips(by: db.existingPerson(person).id) }
    }

    /// Says this of a place, instead of what the person has said of it before.
    @discardableResult
    package func setTip(
        of place: String, rating: Int64?, text: String?, by person: PersonID
    ) throws -> Tip {
        try change(of: [.tips]) { db, now in
            _ = try db.existingPerson(person)
            let text = try text?.checkedLines("text", longest: Self.longestTip)
            guard rating != nil || text != nil else {
                throw CommunityError.invalid(field: "text", "is missing: say a text, or a rating")
            }
            guard rating.map({ (1...5).contains($0) }) ?? true else {
                throw CommunityError.invalid(field: "rating", "is not a whole number from 1 to 5")
            }
            // What was said before is nobody's any more.
            if try db.removeTip(of: place, by: person) { try db.beginForgetting() }
            guard try db.tipCount(by: person) < Self.mostTips else {
                throw CommunityError.conflict(
                    "you have said something of \(Self.mostTips) places: remove one first")
            }
            try db.table("tip").insert([
                "place": .text(place), "person": .id(person), "rating": SQLValue(rating),
                "text": SQLValue(text), "written": .integer(now),
            ])
            return try db.tip(of: place, by: person)
        }
    }

    package func tip(of place: String, by person: PersonID) throws -> Tip {
        try read { db, _ in try db.tip(of: place, by: person) }
    }

    package func removeTip(of place: String, by person: PersonID) async throws {
        try change(of: [.tips]) { db, _ in
            guard try db.removeTip(of: place, by: person) else { throw CommunityError.notFound }
            try db.beginForgetting()
        }
        try? await finishForgetting()  // Else the next `tidy()` does.
    }
}

extension Connection {
    private static let columns = """
        SELECT tip.place, person.name, tip.rating, tip.text, tip.written, tip.person IS :asker
        FROM tip JOIN person ON person.id = tip.person
        """

    private static func tip(_ row: Statement) -> Tip {
        Tip(
            place: row.text(0) ?? "", name: row.text(1) ?? "", rating: row.integerIfAny(2),
            text: row.text(3), written: row.time(4),
            isMine: row.integer(5) != 0)
    }

    fileprivate func tips(of place: String, limit: Int, for asker: PersonID?) throws -> [Tip] {
        try rows(
            """
            \(Self.columns) WHERE place = :place
            ORDER BY tip.person IS :asker DESC, tip.written DESC, person.number LIMIT :limit
            """,
            ["place": .text(place), "asker": .id(asker), "limit": .integer(Int64(limit))], Self.tip)
    }

    func tips(by person: PersonID) throws -> [Tip] {
        try rows(
            "\(Self.columns) WHERE tip.person = :asker ORDER BY tip.written DESC, tip.place",
            ["asker": .id(person)], Self.tip)
    }

    /// Throws `notFound` if the person has said nothing of it.
    fileprivate func tip(of place: String, by person: PersonID) throws -> Tip {
        try first(
            "\(Self.columns) WHERE tip.person = :asker AND tip.place = :place",
            ["asker": .id(person), "place": .text(place)], Self.tip
        ).found()
    }

    fileprivate func tipCount(by person: PersonID) throws -> Int64 {
        try integer("SELECT count(*) FROM tip WHERE person = :person", ["person": .id(person)])
            ?? 0
    }

    /// `false` if there was none.
    fileprivate func removeTip(of place: String, by person: PersonID) throws -> Bool {
        try run(
            "DELETE FROM tip WHERE place = :place AND person = :person",
            ["place": .text(place), "person": .id(person)]) == 1
    }
}
