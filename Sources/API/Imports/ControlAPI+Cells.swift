import Geofencing
import HTTPService
import Hummingbird
import NIOCore
import Places
import Posix
import ServiceLifecycle

/// The places of a source in a cell, as a program that keeps them sends them.
extension ControlAPI {
    func addCells(to routes: Routes) {
        routes.put("places/cells/:source/:cell") { request, context in
            do {
                let update = try CellUpdate(
                    source: try context.parameter("source"), cell: try context.parameter("cell"))
                let running = RunningCell(update, into: places, at: now())
                async let _: Void = running.stopAtShutdown()
                let summary = try await running.summary(of: request.body)
                if summary.hasChanged { await regionsChanged(by: "places") }
                return Response.json(bytes: summary.json(seconds: running.seconds))
            } catch let problem as Problem {
                throw problem
            } catch {
                throw Problem(importing: error, context.logger)
            }
        }
        // A source may be called `cells`.
        routes.get("places/cells/:source/:cell") { request, context in
            let (source, key) = try (context.parameter("source"), context.parameter("cell"))
            return try await show("cells/\(source)/\(key)", request)
        }
    }
}

/// An update of a cell, which reads the body on a thread of its own.
private final class RunningCell: Sendable {
    private let bytes = UploadedBytes()
    private let task: Task<ImportSummary, any Error>
    private let start = ContinuousClock.now

    init(_ update: CellUpdate, into places: PlaceDatabase, at now: Timestamp) {
        task = Task { [bytes] in
            try await places.run(
                update, { UploadedFile("the body", size: nil, of: .init(bytes)) }, finished: now)
        }
    }

    /// Hands the body over, and waits for what comes of it.
    func summary(of body: RequestBody) async throws -> ImportSummary {
        do {
            try await withTaskCancellationHandler {
                try await feed(body)
            } onCancel: {
                stop()
            }
        } catch {
            bytes.finish(error)
        }
        return try await task.value
    }

    private func feed(_ body: RequestBody) async throws {
        var rest = HTTPLimits.upload
        for try await piece in body {
            rest -= piece.readableBytes
            guard rest >= 0 else { throw CellError.tooLarge(limit: HTTPLimits.upload) }
            // A client that goes on sending would not read an answer before the end.
            _ = await bytes.send(piece)
        }
        // A body that was broken off ends as well.
        try Task.checkCancellation()
        bytes.finish()
    }

    private func stop() {
        task.cancel()
        bytes.finish(CancellationError())
    }

    /// Ends it when the daemon stops; nothing changes then.
    func stopAtShutdown() async {
        if (try? await gracefulShutdown()) != nil { stop() }
    }

    /// Since it began.
    var seconds: Double { start.duration(to: .now) / .seconds(1) }
}
