package import Community
import HTTPService
import HTTPTypes
package import Hummingbird
import Logging
import NIOCore

/// Where phones send to over HTTP.
package struct PhoneRoutes: Sendable {
    /// What an app may be told with an answer, as JSON. `app`: the name of its protocol.
    package typealias News = @Sendable (_ phone: Phone, _ app: String) async -> [String]

    private let intake: PhoneIntake
    private let news: News

    package init(_ intake: PhoneIntake, news: @escaping News = { _, _ in [] }) {
        (self.intake, self.news) = (intake, news)
    }

    /// Bytes of a body that are read: a few of Overland's largest batches.
    private static let largestBody = 4 << 20

    /// To be called before the router gets what looks after browsers: a phone brings a token, and
    /// whatever host name it was given.
    package func add<Context: RequestContext>(to router: Router<Context>) {
        var limits = HTTPLimits()
        // The length is looked at here, since a phone would send the same for ever.
        limits.isUpload = { _ in true }
        for app in PhoneProtocols.all {
            let routes = router.group().add(middleware: RequestCheck<Context>(limits))
            for method in app.methods {
                routes.on(RouterPath(app.path), method: method) { request, context in
                    try await answer(app, request, context)
                }
            }
        }
    }

    /// Runs `body` while nothing of a device is on its way to the daemon.
    package func inTurn(of device: String, _ body: () async throws -> Void) async throws {
        try await intake.inTurn(of: device, body)
    }

    private func answer(
        _ app: any PhoneProtocol.Type, _ request: Request, _ context: some RequestContext
    ) async throws -> Response {
        do {
            return try await take(app, request, context)
        } catch let problem as Problem {
            throw problem
        } catch let error as PhoneWait {
            throw Problem.wait("\(error)")
        } catch is PhoneGone {
            throw Problem.wrongToken
        } catch let error where !(error is CancellationError) {
            // The path may have a token in it, so that it is not for the log.
            context.logger.error(
                "what a phone has sent cannot be taken",
                metadata: ["app": "\(app.name)", "error": "\(error)"])
            throw Problem.wait("geofenced-gateway cannot take this now: its log says why")
        }
    }

    private func take(
        _ app: any PhoneProtocol.Type, _ request: Request, _ context: some RequestContext
    ) async throws -> Response {
        var asked = PhoneRequest(now: intake.now)
        asked.headers = request.headers
        asked.query = URLForm.fields((request.uri.query ?? "").utf8)
        asked.token = context.parameters.get("token").map { String($0) }
        let credentials = app.credentials(of: asked)
        guard var phone = try await intake.phone(credentials) else { throw Problem.wrongToken }
        if let token = credentials?.token, !phone.tokenWasInAddress,
            asked.token == token.text || asked.query.contains(where: { $0.value == token.text })
        {
            // On a full disk positions come in all the same.
            try? await intake.community.note(token, inAddressOf: phone.id)
            phone.tokenWasInAddress = true
        }
        var isTooLarge = false
        let message: PhoneMessage
        do {
            asked.body = Array(
                try await BodyRoom.shared.collect(request.body, upTo: Self.largestBody)
                    .readableBytesView)
            message = app.message(of: asked)
        } catch is NIOTooManyBytesError {
            (isTooLarge, message) = (true, PhoneMessage(.tooLarge))
        }
        try await intake.take(message, from: phone)
        let (type, text) = app.answer(await news(phone, app.name))
        var response = Response.json(bytes: text.utf8, type: type)
        // The rest of the body is not worth reading.
        if isTooLarge { response.headers[.connection] = "close" }
        return response
    }
}

extension Problem {
    fileprivate static var wrongToken: Problem {
        var problem = Problem(
            .unauthorized, "this is no token of a phone: make a new one, and set the app up again")
        problem.headers[.wwwAuthenticate] = #"Basic realm="geofenced""#
        return problem
    }

    fileprivate static func wait(_ detail: String) -> Problem {
        var problem = Problem(.serviceUnavailable, "\(detail): send it again later")
        problem.headers[.retryAfter] = "5"
        return problem
    }
}
