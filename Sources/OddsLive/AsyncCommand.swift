import Dispatch
import Synchronization

/// Asynchronous work of a command that is not.
package enum AsyncCommand {
    /// Waits for `body` on the thread that calls, which must not be one of
    /// those that tasks run on.
    package static func wait<Value: Sendable>(
        _ body: @escaping () async throws -> Value
    ) throws -> Value {
        let outcome = Outcome<Value>()
        // Nothing else happens to what the closure holds while this waits.
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
