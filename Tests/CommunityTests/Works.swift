import Geofencing
import TestSupport

@testable import Community

/// An organisation with two sites, and people who manage and work at them.
struct Works: Sendable {
    let street: Street
    var community: Community { street.community }
    var acme: GroupID { street.acme }
    var harbour: Int64 { street.site }
    let quay: Int64
    /// Admin of all.
    var fay: PersonID { street.fay }
    /// Admin of the harbour.
    let ina: PersonID
    /// A member who works at the harbour.
    var gus: PersonID { street.gus }
    /// A member who works at the quay.
    let kim: PersonID

    init() async throws {
        street = try await Street()
        let community = street.community
        let (acme, fay) = (street.acme, Caller.person(street.fay))
        quay = try await community.addSite(of: acme, name: "Quay", area: .somewhere, by: fay).id
        ina = try await community.add("Ina")
        kim = try await community.add("Kim")
        for (person, site) in [(ina, street.site), (kim, quay)] {
            try await community.askToJoin(acme, site: site, by: .person(person))
            let request = try await community.requests(by: fay).first { $0.person == person }
            try await community.acceptRequest(request!.id, by: fay)
        }
        try await community.editMember(ina, of: acme, role: .admin, by: fay)
    }

    /// The machine, admin of all, admin of the harbour, member at the harbour, member at the quay, a
    /// former member, admin of another group, somebody who was removed.
    var callers: [Caller] {
        [.machine]
            + [fay, ina, gus, kim, street.erik, street.ben, street.hal].map { .person($0) }
    }

    /// What each caller gets of `deed`, a letter each.
    static func outcomes(_ deed: (Works, Caller) async throws -> Void) async throws -> String {
        var outcomes = ""
        for column in 0..<8 {
            let works = try await Works()
            do {
                try await deed(works, works.callers[column])
                outcomes += "y"
            } catch let error as CommunityError {
                switch error {
                case .notFound: outcomes += "-"
                case .forbidden: outcomes += "f"
                case .conflict: outcomes += "c"
                default: outcomes += "?"
                }
            }
        }
        return outcomes
    }

    @discardableResult
    func bulletin(
        _ title: String = "News", at site: Int64? = nil, from: Int64 = 0, until: Int64? = nil
    ) async throws -> Int64 {
        let now = Timestamp(seconds: street.time.now)
        return try await community.addBulletin(
            of: acme, title: title, site: site, from: now + Double(from),
            until: until.map { now + Double($0) },
            by: .person(fay)
        ).id
    }

    func form(everyDays: Int64? = nil) async throws -> Int64 {
        try await community.addForm(
            of: acme, name: "Round",
            questions: [
                .init(text: "Helmet?", kind: .yesOrNo), .init(text: "Order", kind: .scale),
                .init(text: "Seen", kind: .text),
            ], everyDays: everyDays, by: .person(fay)
        ).id
    }

    @discardableResult
    func review(
        _ form: Int64, of person: PersonID, at site: Int64? = nil, on date: String? = nil,
        by observer: PersonID? = nil
    ) async throws -> Int64 {
        try await community.addReview(
            of: person, in: acme, form: form, site: site, date: date.flatMap { CivilDate($0) },
            answers: [.flag(true), .scale(4), nil], by: .person(observer ?? fay)
        ).id
    }
}
