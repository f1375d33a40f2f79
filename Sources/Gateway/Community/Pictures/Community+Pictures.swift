import SQLite

/// Pictures of what groups have: JPEG, as the gateway has made them.
extension Community {
    /// The caller may give the bulletin another picture; throws if not, before it comes.
    package func checkPicture(
        ofBulletin id: Int64, of group: GroupID, by caller: Caller
    ) throws {
        try read { db, _ in _ = try db.managedBulletin(id, of: group, by: caller) }
    }

    /// `jpeg`: `nil` takes it away. By the admins of its site.
    @discardableResult
    package func setPicture(
        _ jpeg: [UInt8]?, ofBulletin id: Int64, of group: GroupID, by caller: Caller
    ) async throws -> Bulletin {
        let bulletin = try change(of: [.bulletins], for: .members(group)) { db, now in
            let old = try db.managedBulletin(id, of: group, by: caller).0
            let picture = try jpeg.map { try db.insert(picture: $0, of: group) }
            if old.hasPicture { try db.beginForgetting() }
            try db.table("bulletin").update(["id": .integer(id), "picture": SQLValue(picture)])
            return try db.seenBulletin(id, of: group, by: caller, at: now)
        }
        if jpeg == nil { try? await finishForgetting() }  // Else the next `tidy()` does.
        return bulletin
    }

    /// JPEG, with its number, which changes with it. Throws `notFound` if it has none.
    package func picture(
        ofBulletin id: Int64, of group: GroupID, by caller: Caller
    ) throws -> (number: Int64, jpeg: [UInt8]) {
        try read { db, now in
            let bulletin = try db.seenBulletin(id, of: group, by: caller, at: now)
            return try db.picture(bulletin.picture)
        }
    }
}

extension Connection {
    /// Bytes of all pictures of one group.
    private static let mostBytes: Int64 = 256 << 20

    /// Returns its number. What has it removes it, by a trigger.
    func insert(picture jpeg: [UInt8], of group: GroupID) throws -> Int64 {
        let bytes = try integer(
            "SELECT sum(length(bytes)) FROM picture WHERE group_id = :group", ["group": .id(group)])
        guard (bytes ?? 0) + Int64(jpeg.count) <= Self.mostBytes else {
            throw CommunityError.conflict(
                "\(group) has \(Self.mostBytes >> 20) MB of pictures: remove some first")
        }
        return try table("picture").insert(["group_id": .id(group), "bytes": .bytes(jpeg)])
    }

    /// Throws `notFound` if there is none.
    func picture(_ number: Int64?) throws -> (number: Int64, jpeg: [UInt8]) {
        try first("SELECT id, bytes FROM picture WHERE id = :id", ["id": SQLValue(number)]) {
            ($0.integer(0), $0.bytes(1))
        }.found()
    }
}
