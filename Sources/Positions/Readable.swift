import Dispatch

/// Waits until `descriptor` can be read or has ended, without keeping a thread.
///
/// Throws if the task is cancelled.
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
/// Unchecked: any thread may resume and cancel a source of libdispatch, but the type is not marked
/// so on Linux.
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
