import APIClient
import ArgumentParser
import Places
import Posix

/// Which kind of groups a command is about.
protocol GroupKind: Sendable {
    static var kind: Group.Kind { get }
    /// An id, for examples.
    static var example: String { get }
}

extension GroupKind {
    /// As in `household`: also the command, and the option that says which one.
    static var word: String { kind.rawValue }
}

enum Households: GroupKind {
    static let (kind, example) = (Group.Kind.household, "home")
}

enum Organisations: GroupKind {
    static let (kind, example) = (Group.Kind.organisation, "dam-bakers")
}

/// Options: which group of a person it is about, and which person.
struct MembershipOptions<Kind: GroupKind>: ParsableArguments {
    @Option(
        name: .customLong(Kind.word),
        help: ArgumentHelp(
            "Which \(Kind.word), by id or name. (default: the person's only one)",
            valueName: "group"),
        completion: Completion.group)
    var group: String?

    @OptionGroup var acting: ActingPerson

    func membership() async throws -> Membership {
        let client = try await acting.client()
        let own = try await Group.all(client)
        let person = "person \(client.person ?? "")"
        if let text = group {
            guard let found = own.first(where: { $0.id == text || $0.name.folded == text.folded })
            else {
                let other = try await Group.find(text, try acting.gateway.gateway())
                throw Refusal(.forbidden, person, "is not a member of \(other.called)")
            }
            guard found.kind == Kind.kind else {
                throw Refusal(
                    .invalid, found.called,
                    "is no \(Kind.word): see geofencectl \(found.kind.rawValue) --help")
            }
            return Membership(group: found, client: client)
        }
        let groups = own.filter { $0.kind == Kind.kind }
        guard let only = groups.first else {
            throw Refusal(
                .notFound, person, "is in no \(Kind.word): see geofencectl groups list")
        }
        guard groups.count == 1 else {
            let ids = groups.map(\.id).joined(separator: ", ")
            throw Refusal(
                .conflict, person, "is in \(ids): say which with --\(Kind.word)")
        }
        return Membership(group: only, client: client)
    }
}

/// A group, asked for one of its members.
struct Membership {
    var group: Group
    var client: APIClient

    /// What the group has as `collection`, as it came.
    func list(
        _ collection: String, _ query: [(name: String, value: String)] = []
    ) async throws -> AnyJSON {
        let answer = try await client.get(
            "\(group.path)/\(collection)", query, as: AnyJSON.self)
        return answer[collection] ?? .array([])
    }

    /// `path`: below the group. `subject`: what it is about, if that may be gone meanwhile.
    func send(
        _ method: APIClient.Method, _ path: String, _ body: [String: AnyJSON]? = nil,
        about subject: String? = nil
    ) async throws -> AnyJSON {
        try await client.send(
            method, "\(group.path)/\(path)", body.map { .object($0) },
            about: subject ?? group.called, remedy: "has somebody removed it?")
    }

    /// The id of a member, by id or by what the group calls them.
    func member(_ text: String) async throws -> String {
        try await members([text])[0]
    }

    /// The same of each.
    func members(_ texts: [String]) async throws -> [String] {
        if texts.isEmpty { return [] }
        let members = try await client.get(group.path, as: Group.self).members ?? []
        return try texts.map { text in
            if members.contains(where: { $0.person == text }) { return text }
            let named = members.filter { $0.name.folded == text.folded }
            if named.count == 1 { return named[0].person }
            let subject = "\(text.quoted)"
            guard named.isEmpty else {
                let ids = named.map(\.person).joined(separator: ", ")
                throw Refusal(.conflict, subject, "is what \(group.id) calls \(ids): say which")
            }
            let near = text.lowercased().nearMisses(among: members.map(\.person)).first
            throw Refusal(
                .notFound, subject,
                "is no member of \(group.id): "
                    + (near.map { "did you mean \($0)?" }
                        ?? "see geofencectl groups show \(group.id)"))
        }
    }

    /// The number of a site, by number or name.
    func site(_ text: String) async throws -> Int64 {
        try await Group.spots("sites", of: group.id, client)
            .find(text, word: "site", of: group.id).id
    }
}
