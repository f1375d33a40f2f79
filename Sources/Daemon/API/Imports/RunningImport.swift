import Geofencing
import NIOCore
import Places
import ServiceLifecycle
import Synchronization

/// An import of what a client sends, on a thread of its own.
final class RunningImport: Sendable {
    private let bytes: UploadedBytes
    private let task: Task<ImportSummary, any Error>
    /// Ends with the import.
    let progress: AsyncStream<ImportProgress>
    private let start = ContinuousClock.now

    /// Between two reports of progress.
    private static let interval = Duration.milliseconds(200)

    /// `work`: reads `bytes`, and says how far it is to what it is given.
    init(
        of bytes: UploadedBytes,
        _ work:
            @escaping @Sendable (
                _ report: @escaping @Sendable (ImportProgress) -> Void
            ) async throws -> ImportSummary
    ) {
        let (progress, reports) = AsyncStream.makeStream(
            of: ImportProgress.self, bufferingPolicy: .bufferingNewest(1))
        (self.progress, self.bytes) = (progress, bytes)
        let pace = Pace()
        task = Task {
            defer { reports.finish() }
            // However it ends: who still sends would wait for a reader for ever.
            defer { bytes.close() }
            return try await work {
                if pace.isDue(isUrgent: $0.isIndexing) { reports.yield($0) }
            }
        }
    }

    convenience init(_ request: ImportRequest, into places: PlaceDatabase, at now: Timestamp) {
        let bytes = UploadedBytes()
        self.init(of: bytes) { report in
            try await places.run(
                request.places, { request.inputs(bytes) }, finished: now, progress: report)
        }
    }

    deinit { stop() }

    /// Waits until the import has made room for its places; throws if it cannot begin.
    func begin() async throws {
        try await withTaskCancellationHandler {
            for await _ in progress { return }
            _ = try await task.value
        } onCancel: {
            stop()
        }
    }

    /// Waits until it reads a piece of the body. `false` if it reads no more.
    func read(_ piece: ByteBuffer) async -> Bool { await bytes.send(piece) }

    /// The body has ended.
    func finish() { bytes.finish() }

    /// Ends it; nothing changes then, unless it had just been done.
    func stop() {
        task.cancel()
        bytes.finish(CancellationError())
    }

    /// Ends it when the daemon stops.
    func stopAtShutdown() async {
        // If the task is cancelled instead, the import is done.
        if (try? await gracefulShutdown()) != nil { stop() }
    }

    /// Waits until it has ended, also if this task is cancelled.
    var summary: ImportSummary {
        get async throws { try await task.value }
    }

    /// As `summary`, but a task that is cancelled ends the import.
    var summaryUnlessCancelled: ImportSummary {
        get async throws {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                stop()
            }
        }
    }

    /// Since it began.
    var seconds: Double { start.duration(to: .now) / .seconds(1) }

    /// Lets through as many reports as people can read.
    private final class Pace: Sendable {
        private let last = Mutex<ContinuousClock.Instant?>(nil)

        func isDue(isUrgent: Bool) -> Bool {
            let now = ContinuousClock.now
            return last.withLock { last in
                if let last, !isUrgent, last.duration(to: now) < interval { return false }
                last = now
                return true
            }
        }
    }
}
