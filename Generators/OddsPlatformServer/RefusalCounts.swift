import NIOConcurrencyHelpers

/// Refusals by family of routes and code. An answer that is given again counts once.
final class RefusalCounts: Sendable {
    private struct Key: Hashable {
        let family: String
        let code: String
    }

    // Not a `Mutex`, which the thread sanitizer does not know.
    private let counts = NIOLockedValueBox<[Key: Int]>([:])

    func add(_ family: String, _ code: String) {
        counts.withLockedValue { $0[Key(family: family, code: code), default: 0] += 1 }
    }

    /// The family of metrics, in OpenMetrics 1.0.
    var openMetrics: String {
        let lines = counts.withLockedValue { $0 }.map { key, count in
            let labels = #"family="\#(key.family)",code="\#(key.code)""#
            return "emsim_platform_refusals_total{\(labels)} \(count)\n"
        }
        return "# TYPE emsim_platform_refusals counter\n"
            + "# HELP emsim_platform_refusals Refusals that have a code.\n"
            + lines.sorted().joined()
    }
}
