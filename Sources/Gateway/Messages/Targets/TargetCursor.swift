import APIClient
import Geofencing
import SQLite

/// How far a target has been told.
struct TargetCursor: Hashable, Sendable {
    /// The last notice that it has acknowledged, or where it began.
    var last: ListenerCursor
    /// Where it was at least `safety` seconds before, or where it began.
    var earlier: ListenerCursor
    /// When it was at `mark`; `nil` as long as it has not moved.
    private var marked: Timestamp?
    private var mark: ListenerCursor

    /// Seconds. What was acknowledged so long ago is not lost.
    static let safety = 60.0

    init(_ last: ListenerCursor, earlier: ListenerCursor? = nil) {
        (self.last, mark, self.earlier) = (last, last, earlier ?? last)
    }

    mutating func move(to next: ListenerCursor, at now: Timestamp) {
        defer { last = next }
        guard let marked else { return (marked, mark) = (now, last) }
        // A clock that was set back is no reason to wait.
        if abs(now - marked) >= Self.safety { (earlier, mark, self.marked) = (mark, last, now) }
    }

    mutating func goBack() { self = TargetCursor(earlier) }
}

extension MessageStore {
    /// `nil` of a target that has not been told anything.
    func cursor(of target: String) throws -> TargetCursor? {
        try connection.first(
            "SELECT after, log, earlier_after, earlier_log FROM target WHERE id = :id",
            ["id": .text(target)]
        ) { row in
            TargetCursor(
                ListenerCursor(after: Int(row.integer(0)), log: row.text(1)),
                earlier: row.isNull(2)
                    ? nil : ListenerCursor(after: Int(row.integer(2)), log: row.text(3)))
        }
    }

    func setCursor(_ cursor: TargetCursor, of target: String, now: Timestamp) throws {
        try connection.table("target").replace([
            "id": .text(target), "after": SQLValue(cursor.last.after),
            "log": SQLValue(cursor.last.log), "moved": .integer(now.milliseconds),
            "earlier_after": SQLValue(cursor.earlier.after),
            "earlier_log": SQLValue(cursor.earlier.log),
        ])
    }

    /// The hash of the settings of which a target has said that it wants nothing more; `nil`: it has
    /// not, or was told something since.
    func end(of target: String) throws -> String? {
        try connection.first(
            "SELECT ended FROM target WHERE id = :id", ["id": .text(target)]
        ) { $0.text(0) } ?? nil
    }

    func setEnd(_ hash: String, of target: String) throws {
        try connection.run(
            "UPDATE target SET ended = :hash WHERE id = :id",
            ["id": .text(target), "hash": .text(hash)])
    }

    /// Forgets how far others than these were told: a target that comes back begins anew.
    package func keepTargets(_ ids: [String]) throws {
        try connection.transaction {
            let known = try connection.rows("SELECT id FROM target") { $0.text(0) ?? "" }
            for id in known where !ids.contains(id) {
                try connection.run("DELETE FROM target WHERE id = :id", ["id": .text(id)])
            }
        }
    }
}
