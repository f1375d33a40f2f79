import Community
import Geofencing
import HTTPService
import HTTPTypes
import Hummingbird
import Logging

/// How somebody gets in who has not signed in. Secrets come in bodies, never in paths.
extension GatewayAPI {
    private static let secret = Parameter("secret", .text(1...100), required: true)
    private static let device = {
        var device = Parameter("device", .text(0...80), "What the device is called.")
        device.isMadeToFit = true
        return device
    }()
    private static let joined = Operation.Answer(
        status: 200, description: "Signed in; the cookie comes along.",
        schema: Schema.made(["person": Schema.reference("Person")]))

    static let joining: [Operation] = [
        Operation(
            .post, "join/look", "look_at_link", "What a link is for, without using it up.",
            for: .anyone, body: [secret],
            [
                .ok(
                    Schema.made(
                        ["kind": Schema.choice(["person", "invitation"]), "name": Schema.string],
                        optional: ["invited_by": Schema.string]), "What it is for.")
            ]
        ) { api, call in
            try await api.guessing(call) { try Response.json(try await api.community.look($0)) }
        },
        Operation(
            .post, "join", "join", "Uses a link up, and signs in.", for: .anyone,
            body: [
                secret, device,
                Parameter("name", .text(1...80), "Of whoever is invited and has no account."),
            ], [joined]
        ) { api, call in
            try await api.guessing(call) { secret in
                let joined = try await api.community.join(
                    secret, device: call.arguments.text("device"),
                    name: call.arguments.text("name"), as: call.session?.person)
                return try await api.signedIn(joined, call)
            }
        },
        .answering(
            .post, "codes", "begin_code",
            "A code that somebody approves on a device on which they are signed in.", for: .anyone,
            body: [device],
            .created(
                Schema.made([
                    "code": Schema.string, "secret": Schema.string, "expires": Schema.time,
                ]))
        ) { api, call in
            try api.requests.note(call.context.peer)
            let code = try await api.community.beginCode(
                device: call.arguments.text("device"), from: call.context.peer.network)
            return [
                "code": code.code, "secret": code.secret.text, "expires": code.expires.description,
            ]
        },
        .answering(
            .get, "signup", "can_sign_up", "Whether whoever finds the page may ask for an account.",
            for: .anyone,
            .ok(Schema.made(["offered": Schema.flag]), "Whether POST /api/signups is there.")
        ) { api, call in
            ["offered": api.page.allowsSignup]
        },
        Operation(
            .post, "signups", "sign_up", "Asks for an account, where the page allows that.",
            for: .anyone, body: [Parameter("name", .text(1...80), required: true), device],
            [
                Operation.Answer(
                    status: 202, description: "An admin decides.",
                    schema: Schema.made(["secret": Schema.string]))
            ]
        ) { api, call in
            guard api.page.allowsSignup else { throw Problem.nothingHere }
            try api.requests.note(call.context.peer)
            let secret = try await api.community.requestSignup(
                name: call.arguments.text("name")!, device: call.arguments.text("device"),
                from: call.context.peer.network)
            return try Response.json(["secret": secret.text], status: .accepted)
        },
        Operation(
            .post, "claim", "claim", "Signs in once a code or a sign-up was approved.",
            for: .anyone, body: [secret],
            [
                joined,
                Operation.Answer(status: 202, description: "Not yet.", schema: Schema.anyObject),
            ]
        ) { api, call in
            try await api.guessing(call) { try await api.claim($0, call) }
        },
    ]

    private func claim(_ secret: Secret, _ call: Call) async throws -> Response {
        let claim = try await community.claim(secret)
        if case .joined(let joined) = claim { return try await signedIn(joined, call) }
        guard claim == .pending else {
            throw CommunityError.gone("this was refused, or is over: begin again")
        }
        return try Response.json(["pending": true], status: .accepted)
    }

    /// Hands the secret of the request to `body`. Wrong secrets count against whoever sends them; a
    /// right one is taken from everywhere, so that nobody can shut others out.
    private func guessing(
        _ call: Call, _ body: (Secret) async throws -> Response
    ) async throws -> Response {
        guard let secret = Secret(call.arguments.text("secret") ?? "") else {
            let words = "this link is used, over or mistyped: ask for a new one"
            throw counted(CommunityError.gone(words), call)
        }
        do {
            return try await body(secret)
        } catch {
            throw counted(error, call)
        }
    }

    /// What is thrown for `error`, which counts if the secret was wrong. (Swift 6.3 crashes when it
    /// optimizes this as a part of the asynchronous function above.)
    private func counted(_ error: any Error, _ call: Call) -> any Error {
        guard case .gone? = error as? CommunityError else { return error }
        do {
            try attempts.note(call.context.peer)
            call.context.logger.notice(
                "a link or code was not taken: it is used, over or made up",
                metadata: ["network": "\(call.context.peer.network ?? "this machine")"])
            return error
        } catch let problem {
            return problem
        }
    }

    private func signedIn(_ joined: Joined, _ call: Call) async throws -> Response {
        var response = try Response.json(["person": joined.person])
        if let session = joined.session {
            call.context.logger.info(
                "somebody has signed in",
                metadata: [
                    "person": "\(joined.person.id)", "session": "\(session.id)",
                    "network": "\(call.context.peer.network ?? "this machine")",
                ])
            // The browser has one cookie: the session that it had would go on unseen.
            if let old = call.session {
                try await community.endSession(
                    old.session, of: old.person, by: .person(old.person))
            }
            response.headers[.setCookie] = call.cookie.setting(session.secret)
        }
        return response
    }
}
