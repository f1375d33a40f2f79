package import Logging

/// Tries `body` again until it can be done, as when the disk is full; the first error is logged as
/// `what`.
/// Throws only `CancellationError`.
package func persistently<Result: Sendable>(
    _ what: Logger.Message, _ clock: any GatewayClock, _ logger: Logger,
    _ body: @Sendable () async throws -> Result
) async throws -> Result {
    var backoff = Backoff()
    var hasFailed = false
    while true {
        do {
            let result = try await body()
            if hasFailed { logger.notice("it goes on", metadata: ["after": "\(what)"]) }
            return result
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            if !hasFailed { logger.error(what, metadata: ["error": "\(error)"]) }
            hasFailed = true
            try await clock.sleep(seconds: backoff.wait(asked: nil, jitter: clock.jitter()))
        }
    }
}
