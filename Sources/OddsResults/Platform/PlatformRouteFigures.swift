import OddsMeasurement

/// The figures of one route in one run. Its requests are those due within the window.
package struct PlatformRouteFigures: Codable, Equatable, Sendable {
    package var route: PlatformRoute
    /// What of all requests are this route's by the plan, from 0 to 1.
    package var share: Double
    /// Requests due.
    package var due: Int
    /// Those not sent, as the client had too many under way.
    package var unsent: Int
    /// Those that were answered as they should be.
    package var answered: Int
    /// Those that had no answer yet when the window closed; they were waited for.
    package var unanswered: Int
    /// Those that failed, by the library's error.
    package var failures: [Failure]
    /// Requests due per second.
    package var offeredRate: Double
    /// Requests answered per second while the window was open.
    package var achievedRate: Double
    /// From the intended time to the library's answer, of those answered.
    package var responseTime: LatencySummary
    /// From the sending to the library's answer: renewed sessions, pauses and repeated
    /// attempts are part of it, and so is the wait for a connection.
    package var serviceTime: LatencySummary

    package init(
        route: PlatformRoute, share: Double, responseTime: LatencySummary,
        serviceTime: LatencySummary
    ) {
        self.route = route
        self.share = share
        due = 0
        unsent = 0
        answered = 0
        unanswered = 0
        failures = []
        offeredRate = 0
        achievedRate = 0
        self.responseTime = responseTime
        self.serviceTime = serviceTime
    }

    /// One kind of failure.
    package struct Failure: Codable, Equatable, Sendable {
        /// The name of the library's error, such as `timedOut`.
        package var error: String
        package var count: Int

        package init(error: String, count: Int) {
            self.error = error
            self.count = count
        }
    }

    /// Requests that failed.
    package var failed: Int { failures.reduce(0) { $0 + $1.count } }
}

extension LatencySummary {
    /// A percentile by its key, or `max`; `nil` if the sample is too small for it.
    subscript(key key: some StringProtocol) -> Double? {
        let value =
            key == "max" ? max : Percentile.allCases.first { $0.key == key }.flatMap { self[$0] }
        return value.map { Double($0) }
    }
}

extension PlatformRouteFigures {
    /// The figures that conditions, comparisons and histories know, as paths of metrics
    /// of runs.
    package static let metricPaths =
        ["achievedRate"]
        + ["responseTime", "serviceTime"].flatMap { name in
            (Percentile.allCases.map(\.key) + ["max"]).map { "\(name).\($0)" }
        }

    /// A figure by its path; `nil` if the sample is too small for it.
    package subscript(path: String) -> Double? {
        if path == "achievedRate" { return achievedRate }
        let parts = path.split(separator: ".")
        guard parts.count == 2 else { return nil }
        return (parts[0] == "responseTime" ? responseTime : serviceTime)[key: parts[1]]
    }

    /// Whether a figure may be higher in truth, as requests were not sent.
    package func isLowerBound(_ path: String) -> Bool {
        unsent > 0 && path != "achievedRate"
    }
}
