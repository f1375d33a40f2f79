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
            let refusal: (any Error) -> Problem = {
                $0 as? Problem ?? Problem(importing: $0, context.logger)
            }
            let update: CellUpdate
            do {
                update = try CellUpdate(
                    source: try context.parameter("source"), cell: try context.parameter("cell"))
            } catch {
                throw refusal(error)
            }
            return try await request.answered(
                upTo: HTTPLimits.upload, else: CellError.tooLarge(limit: HTTPLimits.upload),
                refusal: refusal
            ) { bytes in
                let running = RunningCell(update, of: bytes, into: places, at: now())
                async let _: Void = running.stopAtShutdown()
                let summary = try await running.summary
                if summary.hasChanged { await regionsChanged(by: "places") }
                return Response.json(bytes: summary.json(seconds: running.seconds))
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
    private let bytes: UploadedBytes
    private let task: Task<ImportSummary, any Error>
    private let start = ContinuousClock.now

    init(
        _ update: CellUpdate, of bytes: UploadedBytes, into places: PlaceDatabase, at now: Timestamp
    ) {
        self.bytes = bytes
        task = Task {
            // However it ends: who still sends would wait for a reader for ever.
            defer { bytes.close() }
            return try await places.run(
                update, { UploadedFile("the body", size: nil, of: .init(bytes)) }, finished: now)
        }
    }

    var summary: ImportSummary {
        get async throws {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                stop()
            }
        }
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
