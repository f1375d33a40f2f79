import Geofencing
import Interests
import Posix

/// A table of deals for people.
enum DealTable {
    /// None if there are none.
    static func lines(_ deals: [Deal], at now: Timestamp, _ style: Style) -> [String] {
        if deals.isEmpty { return [] }
        var table = Table(
            .init(title: "id", side: .right), .init(title: "name", widest: 32, look: .bold),
            .init(title: "company", widest: 24), .init(title: "category", widest: 16),
            .init(title: "for"), .init(title: "when", importance: .highest),
            .init(title: "reserved", side: .right),
            .init(title: "distance", side: .right),
            .init(title: "address", look: .faint, importance: .low))
        for deal in deals {
            table.add(
                "\(deal.id)", deal.name, deal.company, deal.category, deal.otherAudience,
                deal.when(at: now),
                deal.reservations, deal.distance?.inMetres, deal.address)
        }
        let counts = counts(deals)
        return table.lines(style) + [
            "", style.faint(style.width.map { counts.cut(toWidth: $0) } ?? counts),
        ]
    }

    /// As in `3 deals: food 2, party 1`: the most frequent category first, without regard to case.
    static func counts(_ deals: [Deal]) -> String {
        let most = 20
        let categories = Dictionary(grouping: deals) { $0.category.lowercased() }.values
            .map { (name: $0[0].category, count: $0.count) }
            .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
        let listed = categories.prefix(most).map { "\($0.name.cut(toWidth: 24)) \($0.count)" }
        let rest = categories.count > most ? ["\(categories.count - most) others"] : []
        let total = deals.count == 1 ? "1 deal" : "\(deals.count) deals"
        return "\(total): \((listed + rest).joined(separator: ", "))"
    }
}

extension Deal {
    /// For whom it is; `nil`: for everyone, as most are.
    fileprivate var otherAudience: String? {
        audience == .everyone ? nil : audience.description
    }

    /// When it begins or ends next, as in `until today 18:00`.
    func when(at now: Timestamp) -> String {
        if ends <= now { return "ended \(ends.localDay(seenFrom: now))" }
        if now < starts {
            return "\(starts.localDay(seenFrom: now)) to \(ends.local(seenFrom: starts))"
        }
        return (isFull ? "full, until " : "until ") + ends.localDay(seenFrom: now)
    }

    /// As `when`, with names of days.
    private func times(at now: Timestamp) -> String {
        let end = ends.localWords(seenFrom: now)
        if ends <= now { return "ended \(end)" }
        if now < starts { return "from \(starts.localWords(seenFrom: now)) until \(end)" }
        return (isFull ? "full, until " : "until ") + end
    }

    /// As in `7/50`; `nil` if nobody has reserved one, and any number can.
    var reservations: String? {
        if let capacity { return "\(reserved)/\(capacity)" }
        return reserved > 0 ? "\(reserved)" : nil
    }

    /// All that is known of it, one fact on each line.
    func lines(at now: Timestamp, _ style: Style) -> [String] {
        let place = "\(latitude),\(longitude)"
        let fields: [(String, String?)] = [
            ("company", company), ("category", category), ("for", otherAudience),
            ("when", when(at: now)),
            ("from", starts.local), ("until", ends.local),
            ("reserved", reservations.map { $0 + (reservedByMe ? ", one by you" : "") }),
            ("address", address), ("at", place), ("distance", distance?.inMetres),
            ("radius", radius.map { "\(String(decimals: 0, $0)) m" }), ("website", website),
            ("open", openingHours),
            ("description", description), ("owner", "uid \(owner)"),
        ]
        return ["\(style.faint("deal \(id)")): \(style.bold(name.visible))"]
            + fields.compactMap { name, value in
                value.map { "  \(style.faint(name.padded(to: -11)))  \($0.visible)" }
            }
    }

    /// Prints what was done with it, as in `added deal 42: 2 for 1 at Dam, until today 18:00`.
    func tell(_ verb: String, json: Bool) throws {
        let now = Timestamp.now
        try StandardOutput.tell(self, json: json, or: ["\(verb) \(sentence(at: now))"])
        if ends <= now {
            StandardError.write(
                line: "warning: deal \(id) has ended already: nobody will be told of it")
        } else if let deviceTime {
            let (state, remedy) =
                ends <= deviceTime
                ? ("is over", "play the trace anew, with --now --from-start")
                : ("has not begun", "play the trace with --now")
            StandardError.write(
                line: "warning: deal \(id) \(state) by the device's clock, \(deviceTime.local): "
                    + remedy)
        }
    }

    func sentence(at now: Timestamp) -> String {
        var sentence = "deal \(id): \(name.cut(toWidth: 60))"
        if let address { sentence += ", \(address.cut(toWidth: 60))" }
        sentence += ", \(times(at: now))"
        if let otherAudience { sentence += ", for \(otherAudience)" }
        if let reservations { sentence += ", \(reservations) reserved" }
        return sentence
    }
}
