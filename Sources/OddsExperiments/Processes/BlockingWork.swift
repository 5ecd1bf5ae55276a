import Dispatch

/// Work that blocks its thread for a long time. Tasks share few threads, so such
/// work must not run on one of them.
package enum BlockingWork {
    /// Runs `body` on a thread that may block, and returns its result.
    package static func run<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result(catching: body)) }
        }
    }
}
