import APIClient
import Geofencing
import Places
import Posix

/// A household or an organisation, as the gateway has it.
struct Group: NamedItem {
    enum Kind: String, Decodable { case household, organisation }

    struct Member: Decodable {
        var person: String
        /// As the group calls them.
        var name: String
        var role: String
        var joined: Timestamp
        var number: String?
        /// In an organisation: the numbers of the sites where they work.
        var sites: [Int64]
    }

    /// A site of an organisation, or a place of a household.
    struct Spot: Decodable {
        var id: Int64
        var name: String
        var address: String?
        var lat: Double
        var lon: Double
        /// Metres.
        var radius: Double
    }

    var id: String
    var kind: Kind
    var name: String
    /// As in `EUR`; `nil`: it was not said.
    var currency: String?
    var created: Timestamp
    var memberCount: Int
    /// `nil` in a list.
    var members: [Member]?
    /// `nil` in a list, and of a household.
    var sites: [Spot]?
    /// `nil` in a list, and of an organisation.
    var places: [Spot]?

    static let word = "group"
    static let collection = "groups"

    enum CodingKeys: String, CodingKey {
        case id, kind, name, currency, created, members, sites, places
        case memberCount = "member_count"
    }
}

// MARK: - In words

extension Group {
    /// As in `household home: Home, EUR, 3 members`.
    var sentence: String {
        let count = memberCount == 1 ? "1 member" : "\(memberCount) members"
        let parts = ["\(kind.rawValue) \(id): \(name.cut(toWidth: 60))", currency?.visible, count]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// All that is known of it.
    func lines(at now: Timestamp, _ style: Style) -> [String] {
        let title = "\(style.faint("\(kind.rawValue) \(id)")): \(style.bold(name.visible))"
        let facts = [currency.map { "currency \($0.visible)" }, "since \(created.local)"]
        return [title, facts.compactMap(\.self).joined(separator: ", ")]
            + section("members", memberTable(at: now, style), style)
            + section("sites", Self.table(sites ?? [], style), style)
            + section("places", Self.table(places ?? [], style), style)
    }

    private func section(_ title: String, _ rows: [String], _ style: Style) -> [String] {
        rows.isEmpty ? [] : ["", style.faint("\(title):")] + rows
    }

    private func memberTable(at now: Timestamp, _ style: Style) -> [String] {
        var table = Table(
            .init(title: "person", look: .bold, importance: .highest), .init(title: "name"),
            .init(title: "role", importance: .usual), .init(title: "number"),
            .init(title: "sites"), .init(title: "joined", importance: .low))
        let names = Dictionary(
            (sites ?? []).map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        for member in members ?? [] {
            let sites = member.sites.map { names[$0] ?? "\($0)" }.joined(separator: ", ")
            table.add(
                member.person, member.name, member.role, member.number, sites,
                member.joined.localDay(seenFrom: now))
        }
        return table.lines(style)
    }

    private static func table(_ spots: [Spot], _ style: Style) -> [String] {
        var table = Table(
            .init(title: "number", side: .right, importance: .highest),
            .init(title: "name", look: .bold), .init(title: "address"),
            .init(title: "at", importance: .usual), .init(title: "radius", side: .right))
        for spot in spots {
            let point = "\(String(decimals: 5, spot.lat)),\(String(decimals: 5, spot.lon))"
            table.add("\(spot.id)", spot.name, spot.address, point, spot.radius.inMetres)
        }
        return table.lines(style)
    }
}
