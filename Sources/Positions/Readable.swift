import Dispatch

/// Returns when `descriptor` has something to read or has ended, or the task is cancelled,
/// without keeping a thread.
func waitUntilReadable(_ descriptor: Int32) async throws {
    let source = ReadSource(descriptor)
    await withTaskCancellationHandler {
        await withCheckedContinuation { source.resume($0) }
    } onCancel: {
        source.cancel()
    }
    try Task.checkCancellation()
}

/// Waits once.
///
/// Unchecked: libdispatch's sources may be resumed and cancelled from any thread, but are not
/// marked so on Linux.
private struct ReadSource: @unchecked Sendable {
    private let source: any DispatchSourceRead

    init(_ descriptor: Int32) {
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
    }

    func resume(_ continuation: CheckedContinuation<Void, Never>) {
        source.setEventHandler { [source] in source.cancel() }
        source.setCancelHandler { continuation.resume() }
        source.resume()
    }

    func cancel() {
        source.cancel()
    }
}
