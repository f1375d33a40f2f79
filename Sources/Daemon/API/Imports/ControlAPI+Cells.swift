import HTTPService
import Hummingbird
import Places

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
                let finished = now()
                let running = RunningImport(of: bytes) { _ in
                    try await places.run(
                        update, { UploadedFile("the body", size: nil, of: .init(bytes)) },
                        finished: finished)
                }
                async let _: Void = running.stopAtShutdown()
                let summary = try await running.summaryUnlessCancelled
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
