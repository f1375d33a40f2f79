import Geofencing
import HTTPService
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Places
import Posix
import SQLite

/// Imports of places that are sent to the control socket.
extension ControlAPI {
    func addImports(to routes: Routes) {
        routes.post("places/imports") { request, context in
            let asked = try ImportRequest(request)
            let running = RunningImport(asked, into: places, at: now())
            do {
                async let _: Void = running.stopAtShutdown()
                try await running.begin()
            } catch {
                throw Problem(importing: error, context.logger)
            }
            return answer(running, request.body, context.logger)
        }
    }

    /// Progress, a line each, and at the end the summary or a problem. The connection is closed
    /// then, as a client may not have sent everything.
    private func answer(
        _ running: RunningImport, _ body: RequestBody, _ log: Logger
    ) -> Response {
        Response(
            status: .accepted,
            headers: [
                .contentType: "application/x-ndjson", .cacheControl: "no-store",
                .connection: "close",
            ],
            body: .init { writer in
                do {
                    try await body.consumeWithCancellationOnInboundClose { body in
                        try await tell(running, body, log, &writer)
                    }
                } catch is CancellationError {
                    // The client has gone.
                }
                try await writer.finish(nil)
            })
    }

    @concurrent private func tell(
        _ running: RunningImport, _ body: RequestBody, _ log: Logger,
        _ writer: inout any ResponseBodyWriter
    ) async throws {
        async let _: Void = running.stopAtShutdown()
        async let feeding: Void = Self.feed(running, body)
        do {
            let summary = try await follow(running, &writer)
            await regionsChanged(by: "places")
            try await writer.write(ByteBuffer(bytes: summary.json(seconds: running.seconds)))
        } catch {
            var line = try Problem(importing: error, log).body()
            line.writeString("\n")
            try await writer.write(line)
        }
        // A client that goes on sending would not read the last line if we closed now.
        try await feeding
    }

    /// Hands the body to the import; what that no longer wants is thrown away.
    private static func feed(_ running: RunningImport, _ body: RequestBody) async throws {
        do {
            for try await piece in body { _ = await running.read(piece) }
            // A body that was broken off ends as well.
            try Task.checkCancellation()
            running.finish()
        } catch {
            running.stop()
            throw error
        }
    }

    @concurrent private func follow(
        _ running: RunningImport, _ writer: inout any ResponseBodyWriter
    ) async throws -> ImportSummary {
        do {
            for await progress in running.progress {
                try await writer.write(ByteBuffer(bytes: progress.json))
            }
            if Task.isCancelled { running.stop() }
            return try await running.summary
        } catch {
            running.stop()
            _ = try? await running.summary
            throw error
        }
    }
}

extension Problem {
    /// What a request for an import is refused for.
    init(_ error: ImportError) {
        self.init(error.status, error.plain)
        if case .underWay = error { headers[.retryAfter] = "1" }
    }

    private init(_ error: CellError) {
        let words = error.description
        switch error {
        case .badCell: self.init(.badRequest, "cell: \(words)", errors: [.init("cell", words)])
        case .outside(let index, _, _, _, _):
            let field = "features[\(index)]"
            self.init(.badRequest, "\(field): \(words)", errors: [.init(field, words)])
        case .tooLarge: self.init(.contentTooLarge, words)
        }
    }

    /// Why an import has failed; `log` gets what is not the client's fault.
    init(importing error: any Error, _ log: Logger) {
        switch error {
        case let error as ImportError: self.init(error)
        case let error as CellError: self.init(error)
        case is CancellationError:
            self.init(
                .serviceUnavailable, "the import was called off: nothing is changed: try again")
        case SQLiteError.busy:
            self.init(
                .serviceUnavailable,
                "another program is writing to the database: nothing is changed: try again")
        case SQLiteError.full(let path): self.init(ImportError.noRoom(path))
        case is SQLiteError, is FileError:
            log.error("an import failed", metadata: ["error": "\(error)"])
            self.init(.internalServerError, "\(error)")
        default: self.init(.badRequest, "\(error)")
        }
    }
}

extension ImportError {
    fileprivate var status: HTTPResponse.Status {
        switch self {
        case .underWay: .conflict
        case .noRoom: .insufficientStorage
        case .noOsmium: .notImplemented
        default: .badRequest
        }
    }

    /// Without what names an option of the command line.
    fileprivate var plain: String {
        guard description.hasPrefix("--") else { return description }
        let words = description.dropFirst(2)
        let option = " with --source"
        return String(words.hasSuffix(option) ? words.dropLast(option.count) : words)
    }
}

extension HTTPResponse.Status {
    /// The disk is full (RFC 4918).
    fileprivate static let insufficientStorage = Self(
        code: 507, reasonPhrase: "Insufficient Storage")
}
