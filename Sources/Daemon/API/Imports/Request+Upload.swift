import HTTPService
import Hummingbird
import NIOCore

extension Request {
    /// Answers a request whose body is read by something that works on it, as soon as that has come to its
    /// end: a client that waits in the middle of its body gets a refusal at once, and one that goes on
    /// sending reads it afterwards.
    ///
    /// `limit`: bytes of the body, beyond which `tooLarge` is thrown. `refusal`: what an error of `work`
    /// is answered with.
    func answered(
        upTo limit: Int, else tooLarge: any Error, refusal: (any Error) -> Problem,
        _ work: (UploadedBytes) async throws -> Response
    ) async throws -> Response {
        let bytes = UploadedBytes()
        // Nobody else may read the body before this has come to its end.
        let feeding = Task { [body] in
            do {
                try await body.consumeWithCancellationOnInboundClose {
                    try await Self.feed(bytes, $0, upTo: limit, else: tooLarge)
                }
            } catch {
                bytes.finish(error)
            }
        }
        do {
            let response = try await withTaskCancellationHandler {
                try await work(bytes)
            } onCancel: {
                feeding.cancel()
            }
            await feeding.value
            return response.closing
        } catch {
            bytes.close()
            if error is CancellationError { feeding.cancel() }
            let problem = refusal(error)
            let said = try problem.body()
            var response = try problem.response()
            response.body = .init(contentLength: said.readableBytes) { writer in
                try await writer.write(said)
                await feeding.value
                try await writer.finish(nil)
            }
            return response.closing
        }
    }

    /// Hands the body over; what is wanted no longer is thrown away.
    private static func feed(
        _ bytes: UploadedBytes, _ body: RequestBody, upTo limit: Int, else tooLarge: any Error
    ) async throws {
        var rest = limit
        for try await piece in body {
            rest -= piece.readableBytes
            // Whoever goes on sending reads the refusal afterwards.
            if rest < 0 { bytes.finish(tooLarge) } else { _ = await bytes.send(piece) }
        }
        // A body that was broken off ends as well.
        try Task.checkCancellation()
        bytes.finish()
    }
}

extension Response {
    /// The same, after which nothing more is read: the body was watched for its client's leaving.
    fileprivate var closing: Response {
        var response = self
        response.headers[.connection] = "close"
        return response
    }
}
