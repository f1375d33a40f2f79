import Posix

/// Waits for `body` without keeping a thread from other tasks.
package func blocking<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        onOwnThread { continuation.resume(returning: body()) }
    }
}
