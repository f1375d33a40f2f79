import SQLite

extension Community {
    /// Whom the own source of this machine follows: the first admin, unless it was set; `nil`: nobody.
    package func ownOwner() throws -> PersonID? { try read { db, _ in try db.ownOwner() } }

    /// By admins; `nil`: the first admin again.
    package func setOwnOwner(_ person: PersonID?, by caller: Caller) throws {
        try change(of: [.people, .phones]) { db, _ in
            try db.requireAdmin(caller, to: "say whom the own source follows")
            if let person { _ = try db.existingPerson(person) }
            try db.table("own_source").replace(["one": 1, "owner": .id(person)])
        }
    }

    /// What each phone follows: its owner and the owner's groups.
    package func phoneAudiences() throws -> [String: [String]] {
        try read { db, _ in
            var audiences: [String: [String]] = [:]
            for (owner, phones) in Dictionary(grouping: try db.allPhones(), by: \.owner) {
                let followed = try db.audiences(of: owner)
                for phone in phones { audiences[phone.id] = followed }
            }
            return audiences
        }
    }

    /// What the own source follows.
    package func ownAudiences() throws -> [String] {
        try read { db, _ in
            guard let owner = try db.ownOwner() else { return ["everyone"] }
            return try db.audiences(of: owner)
        }
    }
}

extension Connection {
    func ownOwner() throws -> PersonID? {
        let set = try first("SELECT owner FROM own_source WHERE owner IS NOT NULL") {
            $0.person(0)
        }
        return try set ?? firstAdmin()
    }

    fileprivate func audiences(of person: PersonID) throws -> [String] {
        ["everyone", "person/\(person)"]
            + (try groups(of: person).map { "group/\($0.id)" }).sorted()
    }
}
