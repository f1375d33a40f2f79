import APIClient

/// *Not this one again*, for the person of the account that this runs in: the gateway keeps it.
struct AccountMutes: Sendable {
    var gateway: APIClient
    /// The name of the account.
    var account: String

    /// `nil` if there is no gateway, or it does not know the account.
    func list() async -> [Subject]? {
        // There may be no gateway, or none any more: then nothing is muted.
        guard let api = try? await api() else { return nil }
        return try? await api.get("/api/mutes", as: Mutes.self).mutes
    }

    /// Returns the numbers of what was added.
    func add(_ message: [NoticeSummary]) async throws -> [Int64] {
        guard let api = try await api() else { return [] }
        var numbers: [Int64] = []
        for subject in Subject.all(of: message) {
            let added = try await api.send(.post, "/api/mutes", subject, as: Added.self)
            numbers.append(added.answer.id)
        }
        return numbers
    }

    func remove(_ numbers: [Int64]) async throws {
        guard let api = try await api() else { return }
        for number in numbers { _ = try await api.send(.delete, "/api/mutes/\(number)") }
    }

    /// The gateway, asked for the person of the account; `nil` if it knows none.
    private func api() async throws -> APIClient? {
        let people = try await Person.all(gateway)
        guard let person = people.first(where: { $0.account == account }) else { return nil }
        var api = gateway
        api.person = person.id
        return api
    }

    private struct Mutes: Decodable { var mutes: [Subject] }
    private struct Added: Decodable { var id: Int64 }

    /// What is muted: one of three.
    struct Subject: Codable {
        /// A region's id.
        var region: String?
        /// A place's id: whatever is there.
        var place: String?
        /// A brand or a category, wherever it is.
        var target: String?
        /// What it is called.
        var title: String

        func covers(_ notice: NoticeSummary) -> Bool {
            if let region { return region == notice.regionID }
            if let place { return place == notice.placeID }
            return target != nil
                && [notice.details["brand"], notice.details["category"]].contains(target)
        }

        /// The deal or the watch; else whatever is at the place.
        static func all(of message: [NoticeSummary]) -> [Self] {
            let title = String((message.first?.name ?? "").prefix(300))
            let isOne = message.allSatisfy { ["deal", "watch"].contains($0.regionKind) }
            if !isOne, let place = message.lazy.compactMap(\.placeID).first {
                return [Self(place: place, title: title)]
            }
            return message.map { Self(region: $0.regionID, title: title) }
        }
    }
}
