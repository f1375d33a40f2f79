import SQLite

extension Community {
    /// Phones of one person who adds another; this machine adds as many as the daemon has devices.
    private static let mostPhones = 20

    /// By the owner, or by this machine. `device`: its id; `nil`: made of the name. `topic`: as of
    /// `Connection.setTopic`. `token`: what it signs in with, which nobody can look up later.
    @discardableResult
    package func addPhone(
        device: String? = nil, name: String, topic: String? = nil, owner: PersonID,
        by caller: Caller
    ) throws -> (phone: Phone, token: Secret) {
        try change(of: [.phones]) { db, now in
            let asker = try db.asker(caller)
            guard asker == nil || asker?.id == owner else { throw CommunityError.notFound }
            _ = try db.existingPerson(owner)
            let name = try name.checkedName("name")
            guard try asker == nil || db.phones(of: owner).count < Self.mostPhones else {
                throw CommunityError.conflict(
                    "\(owner) has \(Self.mostPhones) phones: remove one first")
            }
            let id = try db.phoneID(device, name)
            let token = Secret()
            try db.table("phone").insert([
                "device": .text(id), "name": .text(name), "owner": .id(owner),
                "added": .integer(now), "token": .bytes(token.hash),
            ])
            if let topic { try db.setTopic(topic, of: id, by: caller) }
            return (try db.knownPhone(id, to: caller, at: now), token)
        }
    }

    /// The id that a phone of this name gets, unless another has come before.
    package func freePhoneID(of name: String) throws -> String {
        try read { db, _ in
            try db.firstID(of: try name.checkedName("name"), else: Connection.phoneWord) {
                try !db.isTaken("phone", $0)
            }
        }
    }

    /// Those of which the caller may see something; of this machine: all, without where they are.
    package func phones(by caller: Caller) throws -> [Phone] {
        try read { db, now in
            guard let asker = try db.asker(caller) else { return try db.allPhones() }
            return try db.visible(to: asker.id, at: now).sorted { $0.key < $1.key }.map {
                var phone = try db.existingPhone($0.key)
                phone.show(as: $0.value)
                return phone
            }
        }
    }

    package func phone(_ device: String, by caller: Caller) throws -> Phone {
        try read { db, now in try db.knownPhone(device, to: caller, at: now) }
    }

    /// By the owner, or by this machine. `nil` leaves it as it is. `topic`: as of `addPhone`.
    @discardableResult
    package func editPhone(
        _ device: String, name: String? = nil, topic: String?? = nil, asksServers: Bool? = nil,
        by caller: Caller
    ) throws -> Phone {
        try change(of: [.phones]) { db, now in
            _ = try db.ownPhone(device, of: caller, at: now)
            if let name {
                try db.run(
                    "UPDATE phone SET name = :name WHERE device = :device",
                    ["name": .text(try name.checkedName("name")), "device": .text(device)])
            }
            if let topic { try db.setTopic(topic, of: device, by: caller) }
            if let asksServers {
                try db.run(
                    "UPDATE phone SET asks_servers = :asks WHERE device = :device",
                    ["asks": asksServers ? 1 : 0, "device": .text(device)])
            }
            return try db.knownPhone(device, to: caller, at: now)
        }
    }

    /// Whether servers elsewhere may be asked for what is around a device. Of one that is nobody's, whoever
    /// runs this machine has said so by naming servers.
    package func mayAskServers(around device: String) throws -> Bool {
        try read { db, _ in
            try db.phone(where: "device", is: .text(device))?.asksServers ?? true
        }
    }

    /// By the owner, or by this machine.
    package func removePhone(_ device: String, by caller: Caller) async throws {
        try change(of: [.phones, .arrivals]) { db, now in
            _ = try db.ownPhone(device, of: caller, at: now)
            try db.run("DELETE FROM phone WHERE device = :device", ["device": .text(device)])
            try db.beginForgetting()
        }
        try? await finishForgetting()  // Else the next `tidy()` does.
    }
}

extension Connection {
    /// Of which ids are made for names without letters that an id can have.
    fileprivate static let phoneWord = "phone"

    /// An id that no phone has had: who has it again would go on with the history of the first.
    fileprivate func phoneID(_ wanted: String?, _ name: String) throws -> String {
        guard let wanted else { return try newID("phone", of: name, else: Self.phoneWord) }
        let id = try wanted.checkedDevice("id")
        guard try take("phone", id) else {
            throw CommunityError.conflict(
                "\(id) is, or was, the id of another phone: choose another, or leave it out")
        }
        return id
    }
}
