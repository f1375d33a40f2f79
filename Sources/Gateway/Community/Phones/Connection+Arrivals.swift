import Geofencing
import SQLite

/// The rows of who is told of whom.
extension Connection {
    /// What was allowed at a place waits to be allowed again; returns it. `mover`: has moved the place,
    /// and knows where it is.
    func askAgain(
        at place: Int64, but mover: PersonID?, at now: Int64
    ) throws -> [Arrival] {
        let changed = try rows(
            """
            UPDATE arrival SET state = 'waits', asked = :now
            WHERE place = :place AND state = 'allowed' AND person IS NOT :mover
            RETURNING id, person
            """,
            ["now": .integer(now), "place": .integer(place), "mover": .id(mover)]
        ) { ($0.integer(0), $0.person(1)) }
        return try changed.map { try arrival($0.0, of: $0.1, at: now) }
    }

    private static let arrivals = """
        SELECT arrival.id, arrival.group_id, place, group_place.name,
            arrival.person, coalesce(one.nick_name, person.name),
            asker, coalesce(other.nick_name, teller.name), transition, asked,
            CASE WHEN state <> 'allowed' THEN state
                WHEN EXISTS (
                    SELECT 1 FROM sharing WHERE sharing.group_id = arrival.group_id
                        AND owner = arrival.person AND (until IS NULL OR until > :now))
                THEN 'active' ELSE 'paused' END
        FROM arrival
        JOIN group_place ON group_place.id = place
        JOIN person ON person.id = arrival.person
        JOIN person teller ON teller.id = asker
        JOIN member one ON one.group_id = arrival.group_id AND one.person = arrival.person
        JOIN member other ON other.group_id = arrival.group_id AND other.person = asker
        """

    private static func arrival(_ row: Statement) -> Arrival {
        Arrival(
            id: row.integer(0), group: row.group(1), place: row.integer(2),
            placeName: row.text(3) ?? "", person: row.person(4), personName: row.text(5) ?? "",
            asker: row.person(6), askerName: row.text(7) ?? "",
            transition: Arrival.Transition(rawValue: row.text(8) ?? "") ?? .enter,
            state: Arrival.State(rawValue: row.text(10) ?? "") ?? .waits, asked: row.time(9))
    }

    /// Those that somebody has asked for, and those about them, in the order of their ids.
    func arrivals(of person: PersonID, at now: Int64) throws -> [Arrival] {
        try rows(
            """
            \(Self.arrivals)
            WHERE (asker = :person OR arrival.person = :person) AND state <> 'ended'
            ORDER BY arrival.id
            """, ["person": .id(person), "now": .integer(now)], Self.arrival)
    }

    /// Those that a person has ended that were about them.
    func endedArrivals(of person: PersonID, at now: Int64) throws -> [Arrival] {
        try rows(
            """
            \(Self.arrivals)
            WHERE arrival.person = :person AND state = 'ended' ORDER BY arrival.id
            """, ["person": .id(person), "now": .integer(now)], Self.arrival)
    }

    /// Throws `notFound` unless the person has asked for it, or it is about them.
    func arrival(_ id: Int64, of person: PersonID, at now: Int64) throws -> Arrival {
        try arrivals(of: person, at: now).first { $0.id == id }.found()
    }

    /// Those who are told that the owner of a phone came or went at `time`.
    func askers(
        of owner: PersonID, at place: Int64, in group: GroupID, _ transition: Arrival.Transition,
        _ time: Timestamp
    ) throws -> [PersonID] {
        try rows(
            """
            SELECT asker FROM arrival WHERE place = :place AND group_id = :group
                AND person = :owner AND transition = :transition AND state = 'allowed'
                AND since <= :time
            ORDER BY id
            """,
            [
                "place": .integer(place), "group": .id(group), "owner": .id(owner),
                "transition": .text(transition.rawValue), "time": .integer(time.seconds),
            ]
        ) { $0.person(0) }
    }

    /// Whether the person shows a phone to the household.
    func shows(_ person: PersonID, to group: GroupID, at now: Int64) throws -> Bool {
        try phones(of: person).contains { phone in
            try sharing(of: phone.id, at: now).contains { $0.group == group }
        }
    }
}
