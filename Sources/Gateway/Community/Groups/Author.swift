import SQLite

/// Whoever wrote or did something in a group.
package struct Author: Hashable, Codable, Sendable {
    /// `nil`: they are forgotten, or it was this machine.
    package var person: PersonID?
    /// As the group calls them, also once they have left; empty if `person` is `nil`.
    package var name: String

    package init(person: PersonID?, name: String) { (self.person, self.name) = (person, name) }

    /// `null` is written out: whoever reads it asks whether there is a person.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(person, forKey: .person)
        try container.encode(name, forKey: .name)
    }

    /// What `joins` gives, as two columns.
    static let columns = "author.id, coalesce(author_member.nick_name, author.name, '')"

    /// SQL that joins the person, and the name in the group, to a table with a column `group_id`.
    /// `column`: the id of the person, as in `bill.author`.
    static func joins(_ column: String, in group: String) -> String {
        """
        LEFT JOIN person author ON author.id = \(column)
        LEFT JOIN member author_member
            ON author_member.person = \(column) AND author_member.group_id = \(group)
        """
    }

    /// Reads `columns`, the first of which is `column`.
    init(_ row: Statement, at column: Int32) {
        self.init(person: row.personIfAny(column), name: row.text(column + 1) ?? "")
    }
}
