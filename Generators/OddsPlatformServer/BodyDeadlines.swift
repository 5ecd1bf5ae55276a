import NIOConcurrencyHelpers
import OddsPlatform

/// Ends the reading of bodies that takes too long.
///
/// All of them share one sweep: a timer for each would cost a request more than its body.
final class BodyDeadlines: Sendable {
    private struct Reading {
        let deadline: ContinuousClock.Instant
        let cancel: @Sendable () -> Void
    }

    private struct State {
        var readings: [Int: Reading] = [:]
        var lastID = 0
    }

    // Not a `Mutex`, which the thread sanitizer does not know.
    private let state = NIOLockedValueBox(State())

    /// Runs `body`, for a limited time.
    ///
    /// - Throws: What `body` throws; 408 if `run` has ended it; 400 for an error
    ///   that is no refusal.
    func read<Value: Sendable>(
        within limit: Duration, _ body: @escaping @Sendable () async throws -> Value
    ) async throws(Refusal) -> Value {
        let task = Task { try await body() }
        let id = state.withLockedValue { state in
            state.lastID += 1
            state.readings[state.lastID] = Reading(deadline: .now + limit) { task.cancel() }
            return state.lastID
        }
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        let isInTime = state.withLockedValue { $0.readings.removeValue(forKey: id) != nil }
        do {
            return try result.get()
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            throw isInTime
                ? Refusal(400, nil, "the body could not be read: \(error)")
                : Refusal(408, nil, "the body took longer than \(limit)")
        }
    }

    /// Ends those whose time is over, several times a second, until the task is cancelled.
    func run() async {
        while (try? await Task.sleep(for: .milliseconds(50))) != nil { endOverdue() }
    }

    /// - Complexity: O(bodies that are being read).
    private func endOverdue() {
        let overdue = state.withLockedValue { state in
            let now = ContinuousClock.now
            let ids = state.readings.filter { $0.value.deadline <= now }.keys
            return ids.compactMap { state.readings.removeValue(forKey: $0) }
        }
        for reading in overdue { reading.cancel() }
    }
}
