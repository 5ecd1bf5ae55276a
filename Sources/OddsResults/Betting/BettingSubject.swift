/// What conditions, comparisons and histories of `bench betting` have figures of.
package enum BettingSubject: String, CaseIterable, Sendable {
    /// The tickets.
    case tickets
    /// The feed while tickets were placed.
    case feed
    /// The feed while there were none.
    case feedAlone

    /// The paths of its figures, which are those of metrics of runs.
    package var metricPaths: [String] {
        switch self {
        case .tickets: PlatformRouteFigures.metricPaths
        case .feed, .feedAlone: PlatformRouteFigures.metricPaths.filter { !$0.hasPrefix("service") }
        }
    }
}

extension BettingRun {
    /// A figure of a subject by its path; `nil` if the sample is too small for it.
    package subscript(subject: BettingSubject, path: String) -> Double? {
        let part = self.part(subject)
        guard path != "achievedRate" else { return part.achievedRate }
        let names = path.split(separator: ".")
        guard names.count == 2 else { return nil }
        return (names[0] == "responseTime" ? part.responseTime : part.serviceTime)?[key: names[1]]
    }

    /// Whether a figure may be higher in truth: tickets were not sent, or frames not seen.
    package func isLowerBound(_ subject: BettingSubject, _ path: String) -> Bool {
        guard path != "achievedRate" else { return false }
        switch subject {
        case .tickets: return tickets.unsent > 0
        case .feed: return isBound(feed, self[subject, path])
        case .feedAlone: return isBound(feedAlone, self[subject, path])
        }
    }

    private func isBound(_ feed: FeedFigures, _ value: Double?) -> Bool {
        guard let value, let from = feed.lowerBoundFromNanoseconds else { return false }
        return value >= Double(from)
    }

    private func part(
        _ subject: BettingSubject
    ) -> (achievedRate: Double, responseTime: LatencySummary, serviceTime: LatencySummary?) {
        switch subject {
        case .tickets: (tickets.achievedRate, tickets.responseTime, tickets.serviceTime)
        case .feed: (feed.achievedRate, feed.responseTime, nil)
        case .feedAlone: (feedAlone.achievedRate, feedAlone.responseTime, nil)
        }
    }
}
