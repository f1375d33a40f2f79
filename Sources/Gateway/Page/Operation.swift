import APIClient
import Community
import FoundationEssentials
import Geofencing
import HTTPService
import HTTPTypes
import Hummingbird
import NIOCore

/// One thing that `/api` does: its description, who may ask for it, and how it is answered.
struct Operation: Sendable {
    /// Whom it answers. What a person may do to which thing is `Community`'s to decide.
    enum Audience: String, Sendable {
        /// Also who has not signed in.
        case anyone
        /// Whoever has signed in, and programs of this machine.
        case signedIn = "signed in"
        /// People who have signed in, and programs of this machine that name one.
        case person
        /// Admins, and programs of this machine.
        case admin
        /// Programs of this machine alone.
        case machine
    }

    /// What it may answer, besides problems.
    struct Answer: Sendable {
        var status: Int
        var description: String
        /// JSON Schema; `nil` if there is no body.
        var schema: String?
        var mediaType = "application/json"
        var form = Form.value

        /// How a value is written as this answer.
        enum Form: Sendable {
            /// As it is.
            case value
            /// As an item of this kind, with its version; `nil`: it has that in it.
            case item(Versioned?)
            /// As the member of that name of an object. The items get their versions if there is a kind.
            case list(String, Versioned?)
        }
    }

    typealias Handler = @Sendable (GatewayAPI, Call) async throws -> Response
    /// Returns what is answered as JSON.
    typealias Value = @Sendable (GatewayAPI, Call) async throws -> any Encodable & Sendable
    typealias Action = @Sendable (GatewayAPI, Call) async throws -> Void
    /// Reads the item that the path is about, with its version; `nil` if it is not there.
    typealias Current = @Sendable (GatewayAPI, Call) async throws -> AnyJSON?

    let method: HTTPRequest.Method
    /// Without `/api`, as in `people/{person}`. An id with slashes in it is `{id...}`.
    let path: String
    /// Unique.
    let id: String
    let summary: String
    let audience: Audience
    var query: [Parameter] = []
    /// `nil`: it takes no body.
    var body: [Parameter]?
    /// The media types of a body that the handler reads; none: there is no such body.
    var upload: [String] = []
    let answers: [Answer]
    /// Whether it goes with the next version.
    var isDeprecated = false
    /// Of what it changes; `nil`: it changes no item that has a version.
    let current: Current?
    let handler: Handler

    init(
        _ method: HTTPRequest.Method, _ path: String, _ id: String, _ summary: String,
        for audience: Audience = .signedIn, query: [Parameter] = [], body: [Parameter]? = nil,
        upload: [String] = [], _ answers: [Answer], current: Current? = nil,
        _ handler: @escaping Handler
    ) {
        (self.method, self.path, self.id, self.summary) = (method, path, id, summary)
        (self.audience, self.query, self.body) = (audience, query, body)
        self.upload = upload
        (self.answers, self.current, self.handler) = (answers, current, handler)
    }
}

extension Operation {
    /// Answers with a value, as `answer` describes it.
    static func answering(
        _ method: HTTPRequest.Method, _ path: String, _ id: String, _ summary: String,
        for audience: Audience = .signedIn, query: [Parameter] = [], body: [Parameter]? = nil,
        upload: [String] = [], _ answer: Answer, current: Current? = nil, _ value: @escaping Value
    ) -> Self {
        Self(
            method, path, id, summary, for: audience, query: query, body: body, upload: upload,
            [answer], current: current
        ) { api, call in
            try answer.response(try await value(api, call))
        }
    }

    /// Answers nothing but that it is done.
    static func doing(
        _ method: HTTPRequest.Method, _ path: String, _ id: String, _ summary: String,
        for audience: Audience = .signedIn, query: [Parameter] = [], body: [Parameter]? = nil,
        current: Current? = nil, _ action: @escaping Action
    ) -> Self {
        Self(
            method, path, id, summary, for: audience, query: query, body: body, [.done],
            current: current
        ) { api, call in
            try await action(api, call)
            return .done
        }
    }

    /// Reads one item alone. `schema`: of its name.
    static func reading(_ path: String, _ schema: String, _ current: @escaping Current) -> Self {
        .answering(
            .get, path, "get_\(schema.lowercased())", "One of them, as it is now.", .item(schema)
        ) { api, call in
            guard let item = try await current(api, call) else { throw Problem.nothingHere }
            return item
        }
    }
}

extension Operation.Answer {
    static func ok(_ schema: String, _ description: String = "As it is now.") -> Self {
        Self(status: 200, description: description, schema: schema)
    }

    static func created(_ schema: String) -> Self {
        Self(status: 201, description: "Added.", schema: schema)
    }

    static let done = Self(status: 204, description: "Done.", schema: nil)

    /// An item, as it is now. `kind`: `nil`: it has its version in it.
    static func item(_ schema: String, as kind: Versioned? = nil) -> Self {
        var answer = ok(Schema.reference(schema))
        answer.form = .item(kind)
        return answer
    }

    /// As `item`, of one that is new.
    static func added(_ schema: String, as kind: Versioned? = nil) -> Self {
        var answer = created(Schema.reference(schema))
        answer.form = .item(kind)
        return answer
    }

    /// An object with one list in it. `kind`: gives the items their versions.
    static func list(_ member: String, of schema: String, as kind: Versioned? = nil) -> Self {
        var answer = ok(Schema.list(member, of: schema))
        answer.form = .list(member, kind)
        return answer
    }

    fileprivate func response(_ value: any Encodable & Sendable) throws -> Response {
        let code = status == 201 ? HTTPResponse.Status.created : .ok
        switch form {
        case .value: return try Response.json(value, status: code)
        case .item(let kind):
            let item = try value as? AnyJSON ?? AnyJSON(encoding: value)
            return try Response.json(
                versioned: kind.map { try item.versioned(by: $0) } ?? item, status: code)
        case .list(let member, let kind):
            let items = try value as? [AnyJSON] ?? AnyJSON(encoding: value).elements
            return try Response.json([
                member: items.map { item in try kind.map { try item.versioned(by: $0) } ?? item }
            ])
        }
    }
}

/// One request to an operation.
struct Call: Sendable {
    let request: Request
    let context: PageContext
    /// `nil`: nobody has signed in.
    let caller: Caller?
    /// The session of the cookie, and its person.
    let session: SignedIn?
    /// That of the cookie; `nil` for programs of this machine.
    var secret: Secret? { session == nil ? nil : cookie.secret }
    let cookie: SessionCookie
    /// The body; empty if the operation takes none.
    let arguments: Arguments

    /// The part of the path that is called so.
    func path(_ name: String) throws -> String { try context.parameter(name) }

    /// The number in the path that is called so. Throws as if nothing had that number.
    func number(_ name: String) throws -> Int64 {
        let text = try path(name)
        // What is written otherwise, as 01, is no number of anything: each thing has one path.
        guard let number = Int64(text), "\(number)" == text else { throw Problem.nothingHere }
        return number
    }

    /// Who asks. Only for operations that are not for anyone.
    func known() throws(Problem) -> Caller {
        guard let caller else { throw Problem.signInFirst }
        return caller
    }

    /// The person who asks, or for whom a program of this machine asks.
    func person() throws(Problem) -> PersonID {
        switch try known() {
        case .person(let person): return person
        case .machine:
            throw Problem(
                .badRequest,
                "this is about a person: name one in the header field Geofenced-Person")
        }
    }

    /// The items of the query, as they are.
    var query: [(name: String, value: String)] {
        request.uri.queryParameters.map { (String($0.key), String($0.value)) }
    }

    /// The last item of the query that is called so.
    func query(_ name: String) -> String? { query.last { $0.name == name }?.value }

    func queryNumber(_ name: String) -> Int64? { query(name).flatMap { Int64($0) } }

    func queryTime(_ name: String) -> Timestamp? {
        query(name).flatMap { Timestamp(wholeSeconds: $0) }
    }

    /// How many items of a list are wanted at most.
    func limit(or usual: Int) -> Int { query("limit").flatMap { Int($0) } ?? usual }
}

extension Response {
    static var done: Response { Response(status: .noContent) }
}

extension Problem {
    /// For what is not there, and just so for what somebody may not know of.
    static let nothingHere = Problem(.notFound, "there is nothing at this path")

    static let signInFirst = Problem(
        .unauthorized, "sign in first: open a link that you were given")
}
