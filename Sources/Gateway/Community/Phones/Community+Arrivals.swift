package import Geofencing
import SQLite

/// "Tell me when Ben gets home": asked for by one member of a household, allowed by the other.
extension Community {
    /// That one person asks for in one household.
    private static let mostArrivals = 200

    /// By a member of a household, about another. It is active at once if the person shows a phone to
    /// the household, unless they have ended just this before. What is there already stays as it is.
    ///
    /// `isTold`: whether the person will hear of it; else it waits, as nobody is told of them silently.
    package func askForArrivals(
        of person: PersonID, at place: Int64, in group: GroupID, _ transition: Arrival.Transition,
        isTold: Bool = true, by caller: Caller
    ) throws -> (arrival: Arrival, isNew: Bool) {
        try change(of: [.arrivals], for: .members(group)) { db, now in
            let asker = try db.askingPerson(caller, to: "ask to be told").id
            try db.require(
                .household, db.ownGroup(group, of: caller), for: "people of whom others are told")
            try db.check(person, asker, place, in: group)
            let known = try db.arrivals(of: asker, at: now).filter { $0.asker == asker }
            if let there = known.first(where: {
                $0.person == person && $0.place == place && $0.transition == transition
            }) {
                return (there, false)
            }
            guard known.count(where: { $0.group == group }) < Self.mostArrivals else {
                throw CommunityError.conflict(
                    "you are told of \(Self.mostArrivals) in \(group): end one first")
            }
            let id = try db.insertArrival(
                of: person, at: place, in: group, transition, asker,
                isShown: isTold && db.shows(person, to: group, at: now), at: now)
            return (try db.arrival(id, of: asker, at: now), true)
        }
    }

    /// Those that the caller has asked for, and those about the caller.
    package func arrivals(by caller: Caller) throws -> [Arrival] {
        try read { db, now in
            let asker = try db.askingPerson(caller, to: "say who is told")
            return try db.arrivals(of: asker.id, at: now)
        }
    }

    /// By the person whom it is about. `phone`: one that they show to the household from now on;
    /// `nil`: the one that they show, or else the only one they have. `level`: `nil` leaves what the
    /// household sees, and is arrivals if that is nothing.
    @discardableResult
    package func allowArrival(
        _ id: Int64, phone: String? = nil, level: Sharing.Level? = nil, until: Timestamp? = nil,
        by caller: Caller
    ) throws -> Arrival {
        try change(of: [.arrivals, .phones]) { db, now in
            let person = try db.askingPerson(caller, to: "allow it").id
            let arrival = try db.arrival(id, of: person, at: now)
            guard arrival.person == person else {
                throw CommunityError.forbidden("it is not yours to allow: you can end it")
            }
            let isShown = try db.shows(person, to: arrival.group, at: now)
            if !isShown || phone != nil || level != nil || until != nil {
                let device = try phone ?? db.onlyPhone(of: person, shownTo: arrival.group, at: now)
                let shown = try db.sharing(of: device, at: now).first { $0.group == arrival.group }
                try db.share(
                    device, with: arrival.group, level: level ?? shown?.level ?? .arrivals,
                    until: until, by: caller, at: now)
            }
            try db.run(
                """
                UPDATE arrival SET state = 'allowed', ended = 0,
                    since = iif(state = 'allowed', since, :now)
                WHERE id = :id
                """, ["id": .integer(id), "now": .integer(now)])
            return try db.arrival(id, of: person, at: now)
        }
    }

    /// By whoever asked, or by the person whom it is about.
    package func endArrival(_ id: Int64, by caller: Caller) throws {
        try change(of: [.arrivals]) { db, now in
            let person = try db.askingPerson(caller, to: "end it").id
            let arrival = try db.arrival(id, of: person, at: now)
            // What the person has ended stays known, so that asking again needs their word.
            try db.run(
                """
                UPDATE arrival SET state = 'ended', ended = max(ended, :ended) WHERE id = :id
                """,
                ["ended": .integer(arrival.person == person ? 1 : 0), "id": .integer(id)])
            try db.run("DELETE FROM arrival WHERE id = :id AND ended = 0", ["id": .integer(id)])
        }
    }

    /// Whose device it is. `device`: `nil` is the own source of this machine. `nil`: nobody's.
    package func owner(of device: String?) throws -> Person? {
        try read { db, _ in
            guard let device else { return try db.ownOwner().map { try db.existingPerson($0) } }
            return try ifFound { try db.existingPerson(db.existingPhone(device).owner) }
        }
    }

    /// Who is told that a phone entered or left a place of a household at `time`, however late that
    /// becomes known. Empty if the phone was not shared with that household then, or is not there.
    package func watchers(
        of device: String, at place: Int64, in group: GroupID, _ transition: Arrival.Transition,
        time: Timestamp
    ) throws -> [PersonID] {
        try read { db, _ in
            guard try db.isShared(device, with: group, at: time) else { return [] }
            return try db.askers(
                of: db.existingPhone(device).owner, at: place, in: group, transition, time)
        }
    }
}

extension Connection {
    fileprivate func check(
        _ person: PersonID, _ asker: PersonID, _ place: Int64, in group: GroupID
    ) throws {
        guard person != asker else {
            throw CommunityError.invalid(field: "person", "is you: say of whom you want to be told")
        }
        guard try members(of: group).contains(where: { $0.person == person }) else {
            throw CommunityError.invalid(
                field: "person", "is not a member of \(group): use one of its members")
        }
        guard try places(of: group).contains(where: { $0.id == place }) else {
            throw CommunityError.invalid(
                field: "place", "\(place) is no place of \(group): use one of its places")
        }
    }

    /// `isShown`: whether the person shows a phone to the household.
    fileprivate func insertArrival(
        of person: PersonID, at place: Int64, in group: GroupID, _ transition: Arrival.Transition,
        _ asker: PersonID, isShown: Bool, at now: Int64
    ) throws -> Int64 {
        try integer(
            """
            INSERT INTO arrival
                (group_id, place, asker, person, transition, asked, state, ended, since)
            VALUES (:group, :place, :asker, :person, :transition, :now, :state, 0, :now)
            ON CONFLICT DO UPDATE SET state = 'waits', asked = :now
            RETURNING id
            """,
            [
                "group": .id(group), "place": .integer(place), "asker": .id(asker),
                "person": .id(person), "transition": .text(transition.rawValue),
                "now": .integer(now), "state": .text(isShown ? "allowed" : "waits"),
            ]
        ).found()
    }

    /// The phone that the person shows to the household, or else the only one they have.
    fileprivate func onlyPhone(
        of person: PersonID, shownTo group: GroupID, at now: Int64
    ) throws -> String {
        let phones = try phones(of: person)
        let shown = try phones.filter { phone in
            try sharing(of: phone.id, at: now).contains { $0.group == group }
        }
        let fitting = shown.isEmpty ? phones : shown
        guard let phone = fitting.first else {
            throw CommunityError.conflict("you have no phone here: add one first")
        }
        guard fitting.count == 1 else {
            let ids = fitting.map(\.id).joined(separator: ", ")
            throw CommunityError.invalid(field: "phone", "is missing: say which of \(ids)")
        }
        return phone.id
    }
}
