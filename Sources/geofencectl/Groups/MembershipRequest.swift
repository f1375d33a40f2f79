import APIClient
import ArgumentParser
import Geofencing
import Places
import Posix

/// Whether somebody becomes a member of a group, as the gateway has it.
struct MembershipRequest: Decodable {
    enum Kind: String, Decodable {
        /// A household asks a person.
        case asksPerson = "asks_person"
        /// A person asks an organisation.
        case asksGroup = "asks_group"
    }

    var id: Int64
    var kind: Kind
    var group: String
    var groupName: String
    /// Who would become a member.
    var name: String
    /// Their id, whatever they call themselves; `nil`: a household does not get to know it.
    var person: String?
    /// The member who asks; `nil` if the person does.
    var askedBy: String?
    /// The number of the site where the person says they work.
    var site: Int64?
    var asked: Timestamp
    /// Whether it is answered by whoever has listed it.
    var isMineToAnswer: Bool

    enum CodingKeys: String, CodingKey {
        case id, kind, group, name, person, site, asked
        case groupName = "group_name"
        case askedBy = "asked_by"
        case isMineToAnswer = "mine_to_answer"
    }

    var called: String { "request \(id)" }

    /// As in `Karel B. (eva)`.
    var nameAndPerson: String { person.map { "\(name) (\($0))" } ?? name }

    /// What became of it when it was removed.
    var fate: String {
        guard isMineToAnswer else { return "withdrawn" }
        return kind == .asksPerson ? "declined" : "refused"
    }

    /// Who answers it.
    var answerer: String { (kind == .asksPerson ? name : groupName).cut(toWidth: 60) }
}

/// The requests that one sees.
struct MembershipRequests {
    var client: APIClient
    /// `nil`: both.
    var kind: MembershipRequest.Kind?
    /// Which lists them, as in `groups requests`.
    var command: String

    /// As they came.
    func list() async throws -> AnyJSON {
        let answer = try await client.get("/api/requests", as: AnyJSON.self)
        let all = answer["requests"]?.elements ?? []
        return .array(all.filter { kind == nil || $0["kind"]?.string == kind?.rawValue })
    }

    /// `path`: below the request.
    func send(
        _ method: APIClient.Method, _ request: MembershipRequest, _ path: String = "",
        _ body: [String: AnyJSON]? = nil
    ) async throws -> AnyJSON {
        try await client.send(
            method, "/api/requests/\(request.id)\(path)", body.map { .object($0) },
            about: request.called, remedy: remedy)
    }

    var remedy: String { "see geofencectl \(command)" }
}

/// Options: what is said to requests. Without any, they are listed.
struct RequestAnswers: ParsableArguments {
    @Option(help: ArgumentHelp("Accept this request.", valueName: "number"))
    var accept: Int64?

    @Option(
        name: [.customLong("refuse"), .customLong("decline")],
        help: ArgumentHelp("Refuse this request; may be repeated.", valueName: "number"))
    var refuse: [Int64] = []

    @Option(
        help: ArgumentHelp(
            "Take back this request, which waits for somebody else; may be repeated.",
            valueName: "number"))
    var withdraw: [Int64] = []

    @Flag(help: "Print one JSON array, as the API has it, or what was done, an object a line.")
    var json = false

    /// `correction`: as what an organisation takes in who is accepted.
    func run(
        _ requests: MembershipRequests, correcting correction: RequestCorrection? = nil
    ) async throws {
        let list = try await requests.list()
        guard accept != nil || !refuse.isEmpty || !withdraw.isEmpty else {
            return try list.tell(
                MembershipRequest.self, json: json, none: "no requests wait for an answer",
                Self.table)
        }
        let known = try list.decoded(as: [MembershipRequest].self)
        func find(_ number: Int64, isMine: Bool) throws -> MembershipRequest {
            guard let found = known.first(where: { $0.id == number }) else {
                throw Refusal(.notFound, "request \(number)", "is not there: \(requests.remedy)")
            }
            guard found.isMineToAnswer == isMine else {
                throw Refusal(
                    .forbidden, found.called,
                    isMine
                        ? "waits for \(found.answerer): --withdraw takes it back"
                        : "waits for an answer: --accept or --refuse gives it")
            }
            return found
        }
        // All must be there before any is answered.
        let accepted = try accept.map { try find($0, isMine: true) }
        let refused = try refuse.map { try find($0, isMine: true) }
        let withdrawn = try withdraw.map { try find($0, isMine: false) }
        var output = StandardOutput()
        if let accepted {
            let draft = try await correction?.draft(accepted, requests.client) ?? [:]
            let answer = try await requests.send(.post, accepted, "/accept", draft)
            try answer.tell(json: json) {
                "accepted \(accepted.called): see geofencectl groups show \(accepted.group.visible)"
            }
        }
        for request in refused + withdrawn {
            _ = try await requests.send(.delete, request)
            try output.write(
                removed: request.id, json: json, "\(request.called), which is \(request.fate)")
            try output.flush()
        }
    }

    private static func table(_ requests: [MembershipRequest]) -> [String] {
        var table = Table(
            .init(title: "number", side: .right, importance: .highest),
            .init(title: "name", look: .bold), .init(title: "group", importance: .usual),
            .init(title: "site", side: .right), .init(title: "asked by"), .init(title: "waits for"),
            .init(title: "asked", importance: .low))
        for request in requests {
            table.add(
                "\(request.id)", request.nameAndPerson, request.group,
                request.site.map { "\($0)" },
                request.askedBy ?? request.name,
                request.isMineToAnswer ? "your answer" : request.answerer,
                request.asked.localDay(seenFrom: .now))
        }
        return table.lines(.standardOutput)
    }
}

/// Options: as what an organisation takes in who asks to join it.
struct RequestCorrection: ParsableArguments {
    @Option(
        help: ArgumentHelp("With --accept, how the organisation calls them.", valueName: "text"))
    var name: String?

    @Option(
        help: ArgumentHelp(
            "With --accept, the site where they work, by number or name.", valueName: "site"))
    var site: String?

    @Option(
        help: ArgumentHelp(
            "With --accept, take this away from what they have said.", valueName: "field"))
    var without: [Field] = []

    enum Field: String, ExpressibleByArgument, CaseIterable { case site }

    var isEmpty: Bool { name == nil && site == nil && without.isEmpty }

    func validate() throws {
        guard site == nil || without.isEmpty else {
            throw ValidationError("--site: cannot be used with --without site: choose one")
        }
    }

    func require(_ answers: RequestAnswers) throws {
        guard answers.accept != nil || isEmpty else {
            throw ValidationError("--name, --site, --without: are for --accept: say whom")
        }
    }

    fileprivate func draft(
        _ request: MembershipRequest, _ client: APIClient
    ) async throws -> [String: AnyJSON] {
        guard request.kind == .asksGroup || isEmpty else {
            throw Refusal(
                .invalid, request.called,
                "is of a household, which corrects nothing: leave out --name, --site, --without")
        }
        var draft: [String: AnyJSON] = [:]
        draft["name"] = name.map { .string($0) }
        if let site {
            let sites = try await Group.spots("sites", of: request.group, client)
            let found = try sites.find(site, word: "site", of: request.group)
            draft["site"] = .integer(found.id)
        }
        if without.contains(.site) { draft["site"] = .null }
        return draft
    }
}
