import NIOConcurrencyHelpers

/// A clock that only moves when `advance(by:)` is called, for tests of code
/// that waits. Any thread may use it.
public final class ManualClock: Clock, Sendable {
    /// A point in this clock's time.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public let offset: Duration

        /// See `InstantProtocol`.
        public func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        /// See `InstantProtocol`.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether one instant is before another.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let number: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var lastNumber = 0
        var sleepers: [Sleeper] = []
        /// Cancelled before they slept.
        var cancelled: Set<Int> = []
    }

    // Not a `Mutex`, which the thread sanitizer does not know.
    private let state = NIOLockedValueBox(State())

    /// Makes a clock at zero.
    public init() {}

    /// The clock's time.
    public var now: Instant { state.withLockedValue { $0.now } }

    /// A nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// The number of tasks that sleep on this clock. A test can wait for it to
    /// rise before it advances the clock.
    public var sleeperCount: Int { state.withLockedValue { $0.sleepers.count } }

    /// Suspends until the clock has been advanced to the deadline.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let number = state.withLockedValue { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Void, any Error>? = state.withLockedValue { state in
                    if state.cancelled.remove(number) != nil {
                        return .failure(CancellationError())
                    }
                    if deadline <= state.now { return .success(()) }
                    state.sleepers.append(
                        Sleeper(number: number, deadline: deadline, continuation: continuation))
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let sleeper = state.withLockedValue { state -> Sleeper? in
                guard let index = state.sleepers.firstIndex(where: { $0.number == number }) else {
                    state.cancelled.insert(number)
                    return nil
                }
                return state.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
        _ = state.withLockedValue { $0.cancelled.remove(number) }
    }

    /// Moves the clock, and wakes the sleepers whose deadlines are reached,
    /// earliest first.
    ///
    /// - Complexity: O(sleepers), and sorting of those that wake.
    public func advance(by duration: Duration) {
        let woken = state.withLockedValue { state in
            state.now = state.now.advanced(by: duration)
            let now = state.now
            let woken = state.sleepers.filter { $0.deadline <= now }
            state.sleepers.removeAll { $0.deadline <= now }
            return woken.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }
}
