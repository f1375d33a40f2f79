import Geofencing
import Posix

/// What the gateway says of itself.
struct GatewayStatus: Decodable {
    var version: String
    var started: Timestamp
    var daemon: String
    var ways: [Way]
    /// `nil`: the gateway is older than routes.
    var routes: Routes?

    /// What finds routes.
    struct Routes: Decodable {
        var engines: [String]
        /// `nil`: no streets are prepared.
        var prepared: Prepared?

        struct Prepared: Decodable { var bytes: Int }
    }

    /// How it goes with one way in or out.
    struct Way: Decodable {
        var id: String
        var kind: String
        var name: String
        var person: String?
        var works: Bool?
        var since: Timestamp?
        /// Whether it wants nothing any more; `nil` if not.
        var ended: Bool?
        var behind: Int?
        var error: String?
        var failed: Timestamp?
        var remedy: String?
        var counts: [String: Int]
        /// Where positions are published that are of no phone.
        var topics: [String]?
        /// Of a server of places.
        var kept: Kept?
    }

    /// What is here of a server of places.
    struct Kept: Decodable {
        var contents: String
        var cells: Int
        /// Those that could not be renewed.
        var faulty: Int
        /// When the server has said last what is there.
        var oldest: Timestamp?
        var newest: Timestamp?
        var credit: String?

        /// A line each.
        func lines(at now: Timestamp) -> [String] {
            let age = oldest.flatMap { oldest in
                newest.map { newest in
                    ", as the server had them from \(oldest.localDay(seenFrom: now)) to "
                        + newest.localDay(seenFrom: now)
                }
            }
            let stay = faulty > 0 ? "; \(faulty) could not be renewed, and stay as they were" : ""
            return ["\(contents) of \(cells) cells\(age ?? "")\(stay)"]
                + (credit.map { [$0] } ?? [])
        }
    }

    func lines(at now: Timestamp, _ style: Style) -> [String] {
        let head = [
            ("gateway", "\(version.visible), since \(started.local)"),
            ("geofenced", daemon == "works" ? daemon : "does not answer: geofencectl doctor"),
        ]
        return head.map { "\($0.padded(to: 10)) \($1)" }
            + ways.flatMap { $0.lines(at: now, among: ways, style) }
    }
}

extension GatewayStatus.Way {
    /// With its id if another has the same name, as a webhook of the same host.
    func shownName(among ways: [Self]) -> String {
        let isAlone = ways.count { ($0.kind, $0.name, $0.person) == (kind, name, person) } < 2
        return isAlone ? name : "\(name) (\(id))"
    }

    fileprivate func lines(
        at now: Timestamp, among ways: [Self], _ style: Style
    ) -> [String] {
        let whose = person.map { " of \($0)" } ?? ""
        let subject = kind == name ? "" : " \(shownName(among: ways))"
        let counted = counts.isEmpty ? "" : "; \(counts.reasonsInWords)"
        let text = "\(stateInWords(at: now))\(waiting)\(counted)"
        let first = "\(kind.padded(to: 10))\(subject)\(whose): "
        let state = works == false ? style.bold(text.visible) : text.visible
        return [first.visible + state]
            + ((kept?.lines(at: now) ?? []) + faults(at: now) + strangers).map {
                "\(String(repeating: " ", count: 10)) \($0.visible)"
            }
    }

    private func stateInWords(at now: Timestamp) -> String {
        let words =
            switch works {
            case true?: "works"
            case false? where ended == true: "has ended"
            case false?: "does not work"
            case nil: "not tried yet"
            }
        return words + (since.map { ", since \($0.localDay(seenFrom: now))" } ?? "")
    }

    private var waiting: String {
        guard let behind, behind > 0 else { return "" }
        return "; \(behind) wait"
    }

    /// The last error, and what to do.
    private func faults(at now: Timestamp) -> [String] {
        guard let error else { return [] }
        let time = failed.map { " (\($0.localDay(seenFrom: now)))" } ?? ""
        let fault = works == false ? "error\(time): \(error)" : "last error\(time): \(error)"
        return [fault] + (remedy.map { ["to do: \($0)"] } ?? [])
    }

    /// The latest topics of no phone, and what to do.
    private var strangers: [String] {
        guard let topics, !topics.isEmpty else { return [] }
        let more = topics.count - Self.mostTopics
        return topics.suffix(Self.mostTopics).map { "topic of no phone: \($0)" }
            + (more > 0 ? ["and \(more) more"] : [])
            + ["to do: geofencectl phones edit ID --topic TOPIC, if it is a phone's"]
    }

    /// That are shown.
    private static let mostTopics = 10
}
