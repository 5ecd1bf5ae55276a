import Dispatch
import Synchronization

/// Runs asynchronous work in a synchronous command.
package enum AsyncCommand {
    /// Blocks the calling thread until `body` ends. It must not be a thread of
    /// the pool that tasks run on.
    package static func wait<Value: Sendable>(
        _ body: @escaping () async throws -> Value
    ) throws -> Value {
        let outcome = Outcome<Value>()
        // The caller is blocked, so nothing else uses what the closure captures.
        nonisolated(unsafe) let body = body
        Task.detached {
            let result: Result<Value, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            outcome.value.withLock { $0 = result }
            outcome.isThere.signal()
        }
        outcome.isThere.wait()
        guard let result = outcome.value.withLock({ $0 }) else {
            preconditionFailure("signalled before there was a result")
        }
        return try result.get()
    }

    private final class Outcome<Value: Sendable>: Sendable {
        let value = Mutex<Result<Value, any Error>?>(nil)
        let isThere = DispatchSemaphore(value: 0)
    }
}
