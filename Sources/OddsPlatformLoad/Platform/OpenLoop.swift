import Foundation
import OddsMeasurement
import Synchronization

/// Begins work when it is due, whatever became of earlier work, and counts what is under way.
final class OpenLoop: Sendable {
    private let underWay = Atomic(0)
    private let isStopped = Atomic(false)
    private let underWayMax: Int

    /// The longest sleep, after which it looks whether it should end.
    private static let sleepMax: UInt64 = 20_000_000

    /// - Parameter underWayMax: How much may be under way at once.
    init(underWayMax: Int) { self.underWayMax = underWayMax }

    /// How much has begun and has not ended.
    var underWayCount: Int { underWay.load(ordering: .relaxed) }

    /// Whether more may begin.
    var hasRoom: Bool { underWayCount < underWayMax }

    /// Lets all waits end.
    func stop() { isStopped.store(true, ordering: .relaxed) }

    /// Blocks the thread until a time of the monotonic clock.
    ///
    /// - Returns: Whether to go on.
    func wait(until deadline: UInt64) -> Bool {
        while !isStopped.load(ordering: .relaxed) {
            let now = MonotonicClock().now
            guard now < deadline else { return true }
            Thread.sleep(forTimeInterval: Double(min(deadline - now, Self.sleepMax)) / 1e9)
        }
        return false
    }

    /// Begins some work, which counts as under way until it ends.
    func begin(_ work: @escaping @Sendable () async -> Void) {
        underWay.add(1, ordering: .relaxed)
        Task {
            await work()
            underWay.subtract(1, ordering: .relaxed)
        }
    }

    /// Waits for what is under way.
    ///
    /// - Parameter note: Called now and then, with how much that is.
    /// - Returns: How much did not end within the limit.
    func drain(within limit: Duration, note: (Int) -> Void) async throws -> Int {
        let deadline = ContinuousClock.now + limit
        while underWayCount > 0, ContinuousClock.now < deadline {
            note(underWayCount)
            try await Task.sleep(for: .milliseconds(20))
        }
        return underWayCount
    }
}
