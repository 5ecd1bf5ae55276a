import NIOConcurrencyHelpers

/// Requests by route and status.
final class RequestCounts: Sendable {
    private struct Key: Hashable {
        let method: String
        let route: String
        let status: Int
    }

    // Not a `Mutex`, which the thread sanitizer does not know.
    private let counts = NIOLockedValueBox<[Key: Int]>([:])

    func add(_ method: String, _ route: String, _ status: Int) {
        counts.withLockedValue {
            $0[Key(method: method, route: route, status: status), default: 0] += 1
        }
    }

    /// The family of metrics, in OpenMetrics 1.0.
    var openMetrics: String {
        let counts = counts.withLockedValue { $0 }
        let lines = counts.map { key, count in
            let labels = #"method="\#(key.method)",route="\#(key.route)",status="\#(key.status)""#
            return "emsim_platform_requests_total{\(labels)} \(count)\n"
        }
        return "# TYPE emsim_platform_requests counter\n"
            + "# HELP emsim_platform_requests Requests to the platform.\n"
            + lines.sorted().joined()
    }
}
