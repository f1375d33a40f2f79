import SQLite
import Ways

/// What is still to be delivered, in the order of each target.
extension MessageStore {
    /// The targets for which something waits, and how much.
    func behind() throws -> [DeliveryTarget: Int] {
        let rows = try connection.rows(
            """
            SELECT way, person, target, count(*) FROM delivery GROUP BY way, person, target
            """
        ) { row in
            (
                DeliveryTarget(
                    way: row.text(0) ?? "", person: row.text(1) ?? "", target: row.text(2) ?? ""),
                Int(row.integer(3))
            )
        }
        return Dictionary(rows) { one, _ in one }
    }

    /// The oldest that waits for a target; `nil` if none does.
    func nextDelivery(to target: DeliveryTarget) throws -> WaitingDelivery? {
        try connection.first(
            """
            SELECT \(Message.columns), happened FROM message WHERE id = (
                SELECT min(message) FROM delivery
                WHERE way = :way AND person = :person AND target = :target)
            """,
            [
                "way": .text(target.way), "person": .text(target.person),
                "target": .text(target.target),
            ]
        ) { row in
            WaitingDelivery(
                message: try Message(row), happened: UTCTime(milliseconds: row.integer(14)))
        }
    }

    /// Says that a message has been delivered, or never can be.
    func endDelivery(of message: Int64, to target: DeliveryTarget) throws {
        try connection.run(
            """
            DELETE FROM delivery
            WHERE way = :way AND person = :person AND message = :message AND target = :target
            """,
            [
                "way": .text(target.way), "person": .text(target.person),
                "message": .integer(message), "target": .text(target.target),
            ])
    }
}

/// Where messages of a person go by one way.
struct DeliveryTarget: Hashable, Sendable {
    var way: String
    var person: String
    /// As the way knows it.
    var target: String
}

struct WaitingDelivery: Sendable {
    var message: Message
    /// When it happened, by the clock of the machine.
    var happened: UTCTime

    /// The same at each attempt, also by another process, and no other message's: letters, digits
    /// and `-`, at most 64 (ntfy, sequence ids).
    var id: String {
        let first = message.notices.first ?? ""
        return "\(message.id)-\(first)".filter { $0.isLetter || $0.isNumber || $0 == "-" }
    }
}
