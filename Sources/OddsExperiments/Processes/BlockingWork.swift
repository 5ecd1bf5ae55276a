import Foundation

/// Work that blocks its thread for a long time. Tasks share few threads, on
/// Linux with Dispatch's global queues, so such work has a thread of its own.
package enum BlockingWork {
    /// Runs `body` on a new thread, and returns its result.
    package static func run<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
        }
    }
}
