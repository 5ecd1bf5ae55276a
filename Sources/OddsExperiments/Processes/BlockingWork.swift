import Dispatch

/// Work that blocks its thread for long, which the threads of tasks must not.
package enum BlockingWork {
    /// Runs `body` on a thread of its own, and returns its result.
    package static func run<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result(catching: body)) }
        }
    }
}
