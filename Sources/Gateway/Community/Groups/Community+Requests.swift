import Posix
import SQLite

extension Community {
    /// Open requests of one household, and of one person.
    private static let mostOpen = 50
    /// Names for which one household has ever asked: it is known of each for good.
    private static let mostNames = 1000

    /// A household asks somebody to join it; by any member. It never says whether there is such a
    /// person, nor whether they were asked before.
    package func ask(_ name: String, toJoin group: GroupID, by caller: Caller) throws {
        try change(of: [.requests]) { db, now in
            try db.require(.household, db.ownGroup(group, of: caller), for: "people whom they ask")
            let name = try name.checkedName("person")
            let open = try db.requests(at: now).filter { $0.request.group == group }
            guard open.count < Self.mostOpen else {
                throw CommunityError.conflict(
                    "\(group) waits for \(Self.mostOpen) people: withdraw a request first")
            }
            guard try db.countOfRequests(of: group) < Self.mostNames else {
                throw CommunityError.conflict(
                    "\(group) has asked \(Self.mostNames) people: invite by a link instead")
            }
            let hash = sha256(name.folded)
            guard try !db.wasAsked(hash, by: group) else { return }
            var person = try db.person(calledExactly: name)
            if let known = person {
                guard try db.existingGroup(group, for: known).role == nil else {
                    throw CommunityError.conflict(
                        "\(name.shortened) is a member of \(group) already")
                }
                // Asked by another name before: this one leads nowhere, as one that nobody has.
                if try db.wasAsked(known, by: group) { person = nil }
            }
            try db.insertRequest(
                .asksPerson, to: group, person, name: name, hash: hash,
                asker: db.asker(caller)?.id, at: now)
        }
    }

    /// The caller asks to join an organisation.
    package func askToJoin(
        _ group: GroupID, name: String? = nil, site: Int64? = nil, by caller: Caller
    ) throws {
        try change(of: [.requests]) { db, now in
            let person = try db.askingPerson(caller, to: "ask to join")
            let organisation = try db.existingGroup(group, for: person.id)
            // Whoever is in no household of that name may not know of it.
            guard organisation.kind == .organisation else { throw CommunityError.notFound }
            guard organisation.role == nil else {
                throw CommunityError.conflict("you are a member of \(group) already")
            }
            guard try !db.wasAsked(person.id, by: group) else {
                throw CommunityError.conflict("you have asked \(group) already: wait for an answer")
            }
            let open = try db.requests(at: now).filter {
                $0.person == person.id && $0.request.kind == .asksGroup
            }
            guard open.count < Self.mostOpen else {
                throw CommunityError.conflict(
                    "you wait for \(Self.mostOpen) answers: withdraw a request first")
            }
            if let site { try db.requireSite(site, of: group) }
            try db.insertRequest(
                .asksGroup, to: group, person.id,
                name: name?.checkedName("name") ?? person.name, site: site, at: now)
        }
    }

    /// Those to the caller, of the caller, and of the caller's groups.
    package func requests(by caller: Caller) throws -> [MembershipRequest] {
        try read { db, now in try db.requestsKnown(to: caller, at: now).map(\.request) }
    }

    /// `name`, `site`: as an organisation corrects them; `nil` leaves it as the person has said, within
    /// `site` it is no site. Returns the group.
    @discardableResult
    package func acceptRequest(
        _ id: Int64, name: String? = nil, site: Int64?? = nil, by caller: Caller
    ) throws -> GroupID {
        try change(of: [.groups, .requests]) { db, now in
            let found = try db.knownRequest(id, to: caller, at: now)
            let request = found.request
            guard request.isMineToAnswer, let person = found.person else {
                throw CommunityError.forbidden("it is not yours to accept: you can withdraw it")
            }
            guard request.kind == .asksGroup else {
                try db.addMember(person, to: request.group, at: now)
                return request.group
            }
            let name = try name?.checkedName("name") ?? request.name
            let site = site ?? request.site
            if let site { try db.requireSite(site, of: request.group) }
            if site != request.site {
                try db.managedSites(of: request.group, by: caller)?
                    .require(site, of: request.group)
            }
            let isOwnName = try db.existingPerson(person).name == name
            try db.addMember(
                person, to: request.group, nickName: isOwnName ? nil : name, at: now)
            if let site { try db.set([site], of: person, in: request.group) }
            return request.group
        }
    }

    /// Withdraws, declines or refuses it.
    package func removeRequest(_ id: Int64, by caller: Caller) throws {
        try change(of: [.requests]) { db, now in
            let found = try db.knownRequest(id, to: caller, at: now)
            switch found.request.kind {
            case .asksGroup: try db.deleteRequest(id)
            // The household does not get to know it.
            case .asksPerson where found.request.isMineToAnswer:
                try db.setState("declined", of: id)
            case .asksPerson: try db.setState("closed", of: id)
            }
        }
    }
}

extension Connection {
    fileprivate func requestsKnown(to caller: Caller, at now: Int64) throws -> [RequestRow] {
        let asker = try asker(caller)
        let groups = Dictionary(
            uniqueKeysWithValues: try groups(of: asker?.id).map { ($0.id, $0) })
        return try requests(at: now).compactMap { found in
            var found = found
            let group = groups[found.request.group]
            switch found.request.kind {
            case .asksPerson:
                found.request.isMineToAnswer =
                    found.isOpen && asker != nil && found.person == asker?.id
                return found.request.isMineToAnswer || group != nil ? found : nil
            case .asksGroup:
                found.request.isMineToAnswer =
                    try group.map {
                        try managedSites(of: $0.id, by: caller)?.has(found.request.site) ?? false
                    } ?? false
                return found.request.isMineToAnswer || found.person == asker?.id ? found : nil
            }
        }
    }

    fileprivate func knownRequest(
        _ id: Int64, to caller: Caller, at now: Int64
    ) throws -> RequestRow {
        try requestsKnown(to: caller, at: now).first { $0.request.id == id }.found()
    }
}
