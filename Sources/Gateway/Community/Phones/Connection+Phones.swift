import Geofencing
import SQLite

/// The rows of phones, and who sees them.
extension Connection {
    private static let columns =
        "device, name, owner, added, topic, token, in_address, asks_servers"

    private static func phone(_ row: Statement) -> Phone {
        Phone(
            id: row.text(0) ?? "", name: row.text(1) ?? "", owner: row.person(2),
            added: row.time(3), topic: row.text(4), hasToken: !row.isNull(5),
            asksServers: row.integer(7) != 0,
            tokenHash: row.isNull(5) ? nil : row.bytes(5), tokenWasInAddress: row.integer(6) != 0)
    }

    func allPhones() throws -> [Phone] {
        try rows("SELECT \(Self.columns) FROM phone ORDER BY device", [:], Self.phone)
    }

    func phones(of owner: PersonID) throws -> [Phone] {
        try rows(
            "SELECT \(Self.columns) FROM phone WHERE owner = :owner ORDER BY device",
            ["owner": .id(owner)], Self.phone)
    }

    func existingPhone(_ device: String) throws -> Phone {
        try phone(where: "device", is: .text(device)).found()
    }

    /// `column`: one that is unique.
    func phone(where column: String, is value: SQLValue) throws -> Phone? {
        try first(
            "SELECT \(Self.columns) FROM phone WHERE \(column) = :value", ["value": value],
            Self.phone)
    }

    /// How much somebody may see of which phones.
    func visible(to person: PersonID, at now: Int64) throws -> [String: Visibility] {
        var visible: [String: Visibility] = [:]
        let shared = try rows(
            """
            SELECT sharing.device, sharing.level FROM sharing
            JOIN member ON member.group_id = sharing.group_id AND member.person = :person
            WHERE sharing.until IS NULL OR sharing.until > :now
            """, ["person": .id(person), "now": .integer(now)]
        ) { ($0.text(0) ?? "", Visibility(rawValue: $0.text(1) ?? "") ?? .arrivals) }
        for (device, level) in shared {
            visible[device] = max(level, visible[device] ?? .arrivals)
        }
        for phone in try phones(of: person) { visible[phone.id] = .owner }
        return visible
    }

    /// A phone of which the caller may see something; of this machine: any, but not where it is. Else
    /// throws `notFound`.
    func knownPhone(_ device: String, to caller: Caller, at now: Int64) throws -> Phone {
        var phone = try existingPhone(device)
        guard let asker = try asker(caller) else { return phone }
        phone.show(as: try visible(to: asker.id, at: now)[device].found())
        return phone
    }

    /// A phone that the caller may change.
    func ownPhone(_ device: String, of caller: Caller, at now: Int64) throws -> Phone {
        let phone = try knownPhone(device, to: caller, at: now)
        guard caller == .machine || phone.visibility == .owner else {
            throw CommunityError.forbidden("\(device) is not yours: only its owner may")
        }
        return phone
    }

    /// Whether a phone was shared with the household at `time`, as far as that is not over for long.
    func isShared(_ device: String, with group: GroupID, at time: Timestamp) throws -> Bool {
        try integer(
            """
            SELECT 1 FROM sharing WHERE device = :device AND group_id = :group
                AND since <= :time AND (until IS NULL OR until > :time)
            """,
            ["device": .text(device), "group": .id(group), "time": .integer(time.seconds)]) != nil
    }

    /// With whom a phone is shared.
    func sharing(of device: String, at now: Int64) throws -> [Sharing] {
        try rows(
            """
            SELECT group_id, level, until FROM sharing
            WHERE device = :device AND (until IS NULL OR until > :now) ORDER BY group_id
            """, ["device": .text(device), "now": .integer(now)]
        ) { row in
            Sharing(
                group: row.group(0), level: Sharing.Level(rawValue: row.text(1) ?? "") ?? .arrivals,
                until: row.timeIfAny(2))
        }
    }
}

extension Phone {
    /// How it gets here is for its owner to know.
    mutating func show(as visibility: Visibility) {
        self.visibility = visibility
        if visibility != .owner {
            (topic, hasToken, asksServers, tokenHash) = (nil, nil, nil, nil)
        }
    }
}
