import APIClient
import Places
import Posix

/// What the gateway lists, and people call by its id or its name: a person, a group.
protocol NamedItem: Decodable {
    var id: String { get }
    var name: String { get }

    /// As in `person`.
    static var word: String { get }
    /// As in `people`: in paths, in answers, and as a command.
    static var collection: String { get }
}

extension NamedItem {
    /// On the gateway's socket.
    var path: String { "/api/\(Self.collection)/\(id)" }

    /// As in `person anna`.
    var called: String { "\(Self.word) \(id)" }

    /// All of them, as the gateway lists them.
    static func all(_ gateway: APIClient) async throws -> [Self] {
        try await gateway.get("/api/\(collection)", as: [String: [Self]].self)[collection] ?? []
    }

    /// The one with this id, or else the only one with this name.
    static func find(_ text: String, _ gateway: APIClient) async throws -> Self {
        let all = try await all(gateway)
        if let item = all.first(where: { $0.id == text }) { return item }
        let named = all.filter { $0.name.folded == text.folded }
        if named.count == 1 { return named[0] }
        let subject = "\(word) \(text.quoted)"
        guard named.isEmpty else {
            let ids = named.map(\.id).joined(separator: ", ")
            throw Refusal(.conflict, subject, "is the name of \(ids): say which")
        }
        let near = text.nearMisses(among: all.map(\.id)).first.map { ": did you mean \($0)?" }
        throw Refusal(
            .notFound, subject, "is not there" + (near ?? ": see geofencectl \(collection) list"))
    }
}

extension APIClient {
    /// Sends what is about `subject`; `remedy`: what to do if that is not there.
    func send(
        _ method: Method, _ path: String, _ body: AnyJSON? = nil, about subject: String,
        remedy: String
    ) async throws -> AnyJSON {
        do {
            if let body { return try await send(method, path, body, as: AnyJSON.self).answer }
            let reply = try await send(method, path)
            return try reply.body.isEmpty ? .null : AnyJSON(reply.body)
        } catch APIError.refused(let refusal) where refusal.status == 404 {
            throw Refusal(.notFound, subject, "is not there: \(remedy)")
        }
    }
}
