import Geofencing
import SQLite

/// What is still to be delivered, in the order of each target.
extension MessageStore {
    /// The targets for which something waits, and how much.
    func behind() throws -> [DeliveryTarget: Int] {
        let rows = try connection.rows(
            """
            SELECT way, person, target, count(*) FROM delivery WHERE delivered IS NULL
            GROUP BY way, person, target
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
                WHERE way = :way AND person = :person AND target = :target AND delivered IS NULL)
            """,
            [
                "way": .text(target.way), "person": .text(target.person),
                "target": .text(target.target),
            ]
        ) { row in
            WaitingDelivery(
                message: try Message(row), happened: Timestamp(milliseconds: row.integer(14)))
        }
    }

    /// Says that a message has been delivered, or never can be. `doubt`: seconds for which the other side
    /// may lose it.
    func endDelivery(
        of message: Int64, to target: DeliveryTarget, doubt: Double = 0, now: Timestamp
    ) throws {
        try connection.transaction {
            try connection.run(
                """
                UPDATE delivery SET delivered = :now
                WHERE way = :way AND person = :person AND message = :message AND target = :target
                """,
                [
                    "way": .text(target.way), "person": .text(target.person),
                    "message": .integer(message), "target": .text(target.target),
                    "now": .integer(now.milliseconds),
                ])
            try connection.run(
                """
                DELETE FROM delivery
                WHERE way = :way AND person = :person AND delivered <= :safe
                """,
                [
                    "way": .text(target.way), "person": .text(target.person),
                    "safe": .integer((now + -doubt).milliseconds),
                ])
        }
    }

    /// What may be lost at the other side waits again.
    func repeatDeliveries(by way: String) throws {
        try connection.run(
            "UPDATE delivery SET delivered = NULL WHERE way = :way AND delivered IS NOT NULL",
            ["way": .text(way)])
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
    var happened: Timestamp

    /// The same at each attempt, also by another process, and no other message's: letters, digits
    /// and `-`, at most 64 (ntfy, sequence ids).
    var id: String {
        let first = message.notices.first ?? ""
        return "\(message.id)-\(first)".filter { $0.isLetter || $0.isNumber || $0 == "-" }
    }
}
