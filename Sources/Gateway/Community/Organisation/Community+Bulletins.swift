package import Geofencing
import SQLite

/// What organisations tell their members.
extension Community {
    /// Characters.
    package static let longestTitle = 120
    package static let longestBulletin = 5000

    /// Those in force, the newest first: to members of their own sites and of all sites, to admins all.
    /// `isAll`: for admins, also those that are over or to come.
    package func bulletins(
        of group: GroupID, isAll: Bool = false, by caller: Caller
    ) throws -> [Bulletin] {
        try read { db, now in
            try db.bulletins(seenBy: caller, of: group).filter {
                isAll && $0.readCount != nil || $0.isInForce(at: Timestamp(seconds: now))
            }
        }
    }

    /// One that the caller may see. Admins see those that are over or to come as well.
    package func bulletin(
        _ id: Int64, of group: GroupID, by caller: Caller
    ) throws -> Bulletin {
        try read { db, now in try db.seenBulletin(id, of: group, by: caller, at: now) }
    }

    /// By the admins of its site. `from`: `nil` is now.
    package func addBulletin(
        of group: GroupID, title: String, text: String = "", site: Int64? = nil,
        from: Timestamp? = nil, until: Timestamp? = nil, key: String? = nil, by caller: Caller
    ) throws -> Bulletin {
        try change(of: [.bulletins], for: .members(group)) { db, now in
            let author = try db.askingPerson(caller, to: "write a bulletin")
            let managed = try db.managed(group, by: caller, for: "bulletins").sites
            let id = try db.once(key, "bulletin", in: group, by: author.id, at: now) {
                let new = try NewBulletin(
                    title: title, text: text, site: site, from: from ?? Timestamp(seconds: now),
                    until: until
                ).checked(in: group, managed, db)
                return try db.insert(new, by: author.id, in: group, at: now)
            }
            return try db.madeEarlier {
                try db.seenBulletin(id, of: group, by: caller, at: now)
            }
        }
    }

    /// By the admins of its site, and of the site that it then has. `nil` leaves it as it is; within
    /// `site` and `until`, it takes that away.
    @discardableResult
    package func editBulletin(
        _ id: Int64, of group: GroupID, title: String? = nil, text: String? = nil,
        site: Int64?? = nil, from: Timestamp? = nil, until: Timestamp?? = nil, by caller: Caller
    ) throws -> Bulletin {
        try change(of: [.bulletins], for: .members(group)) { db, now in
            let (old, managed) = try db.managedBulletin(id, of: group, by: caller)
            let new = try NewBulletin(
                title: title ?? old.title, text: text ?? old.text, site: site ?? old.site,
                from: from ?? old.from, until: until ?? old.until
            ).checked(in: group, managed, db)
            // What it said before is over.
            try db.beginForgetting()
            try db.table("bulletin").update([
                "id": .integer(id), "site": SQLValue(new.site), "title": .text(new.title),
                "text": .text(new.text), "starts": .integer(new.from.seconds),
                "ends": SQLValue(new.until?.seconds),
            ])
            return try db.seenBulletin(id, of: group, by: caller, at: now)
        }
    }

    /// By the admins of its site.
    package func removeBulletin(_ id: Int64, of group: GroupID, by caller: Caller) async throws {
        try change(of: [.bulletins], for: .members(group)) { db, _ in
            _ = try db.managedBulletin(id, of: group, by: caller)
            try db.run("DELETE FROM bulletin WHERE id = :id", ["id": .integer(id)])
            try db.beginForgetting()
        }
        try? await finishForgetting()  // Else the next `tidy()` does.
    }

    // MARK: Read and told

    /// The caller has read it. When they did first is kept.
    package func readBulletin(_ id: Int64, of group: GroupID, by caller: Caller) throws {
        try change(of: [.bulletins], for: .members(group)) { db, now in
            let person = try db.askingPerson(caller, to: "have read a bulletin")
            _ = try db.seenBulletin(id, of: group, by: caller, at: now)
            try db.run(
                "INSERT OR IGNORE INTO bulletin_read VALUES (:bulletin, :person, :now)",
                ["bulletin": .integer(id), "person": .id(person.id), "now": .integer(now)])
        }
    }

    /// The members for whom a bulletin is, in the order in which they came, and other members who have
    /// read it. By the admins of its site.
    package func readers(
        of id: Int64, in group: GroupID, by caller: Caller
    ) throws -> [BulletinReader] {
        try read { db, _ in
            _ = try db.managedBulletin(id, of: group, by: caller)
            return try db.rows(
                """
                SELECT member.person, coalesce(member.nick_name, person.name),
                    bulletin_read.read, bulletin_told.told
                FROM bulletin JOIN member ON member.group_id = bulletin.group_id
                JOIN person ON person.id = member.person
                LEFT JOIN bulletin_read ON bulletin_read.bulletin = bulletin.id
                    AND bulletin_read.person = member.person
                LEFT JOIN bulletin_told ON bulletin_told.bulletin = bulletin.id
                    AND bulletin_told.person = member.person
                WHERE bulletin.id = :bulletin AND (
                    bulletin.site IS NULL OR read IS NOT NULL OR told IS NOT NULL
                    OR EXISTS (
                        SELECT 1 FROM member_site WHERE group_id = bulletin.group_id
                            AND member_site.person = member.person
                            AND member_site.site = bulletin.site))
                ORDER BY member.number
                """, ["bulletin": .integer(id)]
            ) { row in
                BulletinReader(
                    who: Author(row, at: 0),
                    read: row.timeIfAny(2),
                    told: row.timeIfAny(3))
            }
        }
    }

    // MARK: At sites

    /// For each site at which there is something to tell, now or later.
    package func bulletinsAtSites() throws -> [SiteBulletins] {
        try read { db, now in
            let groups = try db.rows("SELECT DISTINCT group_id FROM bulletin ORDER BY group_id") {
                $0.group(0)
            }
            return try groups.flatMap { id in
                let group = try db.existingGroup(id)
                let bulletins = try db.bulletins(of: id, for: nil)
                    .filter { !$0.isOver(at: Timestamp(seconds: now)) }
                return try db.sites(of: id).compactMap { site in
                    let here = bulletins.filter { $0.site == nil || $0.site == site.id }
                    return here.isEmpty
                        ? nil
                        : SiteBulletins(
                            group: id, groupName: group.name, site: site, bulletins: here)
                }
            }
        }
    }
}

/// A bulletin as it is to be.
private struct NewBulletin {
    var title: String
    var text: String
    var site: Int64?
    var from: Timestamp
    var until: Timestamp?

    func checked(
        in group: GroupID, _ managed: ManagedSites, _ db: Connection
    ) throws -> NewBulletin {
        if let site { try db.requireSite(site, of: group) }
        try managed.require(site, of: group)
        var new = self
        new.title = try title.checkedName("title", longest: Community.longestTitle)
        new.text = try text.checkedLines("text", longest: Community.longestBulletin) ?? ""
        if let until, until <= from {
            throw CommunityError.invalid(field: "until", "is not after from: choose a later time")
        }
        return new
    }
}

extension Connection {
    /// Of one organisation.
    private static let mostBulletins: Int64 = 1000

    /// Returns its number.
    fileprivate func insert(
        _ new: NewBulletin, by author: PersonID, in group: GroupID, at now: Int64
    ) throws -> Int64 {
        try requireRoom(
            in: "bulletin", of: group, atMost: Self.mostBulletins, "bulletins: remove one")
        return try table("bulletin").insert([
            "group_id": .id(group), "site": SQLValue(new.site),
            "author": .id(author), "title": .text(new.title), "text": .text(new.text),
            "starts": .integer(new.from.seconds), "ends": SQLValue(new.until?.seconds),
            "made": .integer(now),
        ])
    }

    private static let columns = """
        SELECT bulletin.id, bulletin.title, bulletin.text, bulletin.site, site.name,
            bulletin.starts, bulletin.ends, bulletin.picture, bulletin.made,
            EXISTS (SELECT 1 FROM bulletin_read WHERE bulletin = bulletin.id AND person = :asker),
            EXISTS (SELECT 1 FROM bulletin_told WHERE bulletin = bulletin.id AND person = :asker),
            \(members(in: "bulletin_read")), \(members(in: "bulletin_told")),
            bulletin.group_id, \(Author.columns)
        FROM bulletin LEFT JOIN site ON site.id = bulletin.site
        \(Author.joins("bulletin.author", in: "bulletin.group_id"))
        """

    /// How many members have read it, or were told of it, as `readers` lists them.
    private static func members(in table: String) -> String {
        """
        (SELECT count(*) FROM \(table) JOIN member USING (person)
            WHERE bulletin = bulletin.id AND member.group_id = bulletin.group_id)
        """
    }

    private static func bulletin(_ row: Statement) -> Bulletin {
        Bulletin(
            id: row.integer(0), group: row.group(13), title: row.text(1) ?? "",
            text: row.text(2) ?? "", site: row.integerIfAny(3), siteName: row.text(4),
            from: row.time(5), until: row.timeIfAny(6), picture: row.integerIfAny(7),
            hasPicture: !row.isNull(7),
            by: Author(row, at: 14), made: row.time(8), isRead: row.integer(9) != 0,
            wasTold: row.integer(10) != 0, readCount: row.integer(11), toldCount: row.integer(12))
    }

    /// All, the newest first. `asker`: whose reading it is about.
    func bulletins(of group: GroupID, for asker: PersonID?) throws -> [Bulletin] {
        try rows(
            "\(Self.columns) WHERE bulletin.group_id = :group ORDER BY bulletin.id DESC",
            ["group": .id(group), "asker": .id(asker)], Self.bulletin)
    }

    /// Those that somebody has written, of all organisations.
    func bulletins(by author: PersonID) throws -> [Bulletin] {
        try rows(
            "\(Self.columns) WHERE bulletin.author = :asker ORDER BY bulletin.id",
            ["asker": .id(author)], Self.bulletin)
    }

    /// Those that somebody has read, or was told of.
    func bulletins(readBy person: PersonID) throws -> [PersonExport.ReadBulletin] {
        try rows(
            """
            SELECT bulletin.group_id, bulletin.title, bulletin_read.read, bulletin_told.told
            FROM bulletin LEFT JOIN bulletin_read ON bulletin_read.bulletin = bulletin.id
                AND bulletin_read.person = :person
            LEFT JOIN bulletin_told ON bulletin_told.bulletin = bulletin.id
                AND bulletin_told.person = :person
            WHERE read IS NOT NULL OR told IS NOT NULL ORDER BY bulletin.id
            """, ["person": .id(person)]
        ) { row in
            PersonExport.ReadBulletin(
                group: row.group(0), title: row.text(1) ?? "", read: row.timeIfAny(2),
                told: row.timeIfAny(3))
        }
    }

    /// Those that are the caller's to see, also when they are not in force.
    fileprivate func bulletins(seenBy caller: Caller, of id: GroupID) throws -> [Bulletin] {
        let group = try ownGroup(id, of: caller)
        try require(.organisation, group, for: "bulletins")
        let asker = try asker(caller)?.id
        let all = try bulletins(of: id, for: asker)
        guard let asker, group.role != .admin else { return all }
        let sites = try member(asker, of: id).sites
        // Who belongs to none may come to any.
        return all.filter { bulletin in sites.isEmpty || bulletin.site.map(sites.contains) ?? true }
            .map { bulletin in
                var bulletin = bulletin
                (bulletin.readCount, bulletin.toldCount) = (nil, nil)
                return bulletin
            }
    }

    func seenBulletin(
        _ id: Int64, of group: GroupID, by caller: Caller, at now: Int64
    ) throws -> Bulletin {
        try bulletins(seenBy: caller, of: group).first { bulletin in
            bulletin.id == id
                && (bulletin.readCount != nil || bulletin.isInForce(at: Timestamp(seconds: now)))
        }.found()
    }

    /// One that the caller may change.
    func managedBulletin(
        _ id: Int64, of group: GroupID, by caller: Caller
    ) throws -> (Bulletin, ManagedSites) {
        let managed = try managed(group, by: caller, for: "bulletins").sites
        let bulletin = try bulletins(of: group, for: asker(caller)?.id).first { $0.id == id }
            .found()
        try managed.require(bulletin.site, of: group)
        return (bulletin, managed)
    }

    /// Throws unless the organisation has this site.
    func requireSite(_ id: Int64, of group: GroupID) throws {
        guard try sites(of: group).contains(where: { $0.id == id }) else {
            throw CommunityError.invalid(
                field: "site", "\(id) is no site of \(group): use one of its sites")
        }
    }
}
