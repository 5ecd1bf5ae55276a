import NIOConcurrencyHelpers
import NIOCore
import OddsSimulator

/// The faults of the platform in force, drawn for one request after the other.
package final class PlatformFaults: Sendable {
    // Not a `Mutex`, which the thread sanitizer does not know.
    private let draw = NIOLockedValueBox<FaultDraw?>(nil)
    private let metrics: ServerMetrics

    /// No faults.
    ///
    /// - Parameter metrics: Counts those that strike.
    package init(_ metrics: ServerMetrics) { self.metrics = metrics }

    /// Puts a plan in force, in place of the one before.
    package func set(_ plan: FaultPlan) {
        let now = Self.nowSeconds
        let isConcerned = plan.rules.contains {
            $0.fault.target == .exchange || $0.fault.target == .stream
        }
        draw.withLockedValue {
            $0 =
                isConcerned
                ? FaultDraw(
                    plan, number: FaultDraw.platform, startSeconds: now, nowSeconds: now)
                : nil
        }
    }

    private static var nowSeconds: Double { Double(NIODeadline.now().uptimeNanoseconds) / 1e9 }

    /// Draws whether a fault strikes a request for a path, and counts it.
    func strikes(_ kind: FaultKind, _ path: String) -> FaultRule? {
        let rule = draw.withLockedValue {
            $0?.strikes(kind, at: Self.nowSeconds, path: path)
        }
        if rule != nil { metrics.add(kind) }
        return rule
    }

    /// Draws after how many milliseconds a stream is closed; `nil` for never. It counts
    /// when it is drawn.
    func streamMilliseconds(_ path: String) -> Int64? {
        let seconds = draw.withLockedValue {
            $0?.secondsUntil(.sseClose, at: Self.nowSeconds, path: path)
        }
        guard let seconds else { return nil }
        metrics.add(.sseClose)
        return Int64(seconds * 1_000)
    }
}
