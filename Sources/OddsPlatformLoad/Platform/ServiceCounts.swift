/// What the service has counted, of its metrics in the OpenMetrics format.
package struct ServiceCounts: Equatable, Sendable {
    /// A route that was answered with a status.
    struct Answer: Hashable, Sendable {
        let route: ServiceRoute
        let status: Int
    }

    private(set) var answers: [Answer: Int] = [:]
    /// Logins that were answered with a session.
    private(set) var logins = 0
    /// Postings of the ledger.
    private(set) var postings = 0
    /// Bets that were placed.
    private(set) var bets = 0
    private(set) var faults = 0
    /// Transactions of the state, and the commits that they share.
    private(set) var transactions = 0
    private(set) var commits = 0
    /// Commits that waited until the disk had them.
    private(set) var syncedCommits = 0

    package init(openMetrics text: String) {
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            guard let space = line.lastIndex(of: " "),
                let value = Int(line[line.index(after: space)...])
            else { continue }
            let sample = line[..<space]
            switch sample.prefix(while: { $0 != "{" }) {
            case "emsim_platform_requests_total":
                if let answer = Self.answer(sample) { answers[answer, default: 0] += value }
            case "emsim_platform_logins_total": logins = value
            case "emsim_platform_postings_total": postings = value
            case "emsim_platform_bets_total": bets = value
            case "emsim_faults_injected_total": faults += value
            case "emsim_platform_transactions_total": transactions = value
            case "emsim_platform_commits_total": commits = value
            case "emsim_platform_synced_commits_total": syncedCommits = value
            default: break
            }
        }
    }

    /// The labels of a sample. Values of the service's have no quotes in them.
    private static func answer(_ sample: Substring) -> Answer? {
        func label(_ name: String) -> String? {
            guard let start = sample.firstRange(of: "\(name)=\"") else { return nil }
            return String(sample[start.upperBound...].prefix { $0 != "\"" })
        }
        guard let method = label("method"), let path = label("route"),
            let status = label("status").flatMap({ Int($0) })
        else { return nil }
        return Answer(route: ServiceRoute(method: method, path: path), status: status)
    }

    /// What was counted since an earlier reading.
    func since(_ earlier: ServiceCounts) -> ServiceCounts {
        var difference = self
        difference.answers = answers.merging(earlier.answers) { $0 - $1 }.filter { $1 > 0 }
        difference.logins -= earlier.logins
        difference.postings -= earlier.postings
        difference.bets -= earlier.bets
        difference.faults -= earlier.faults
        difference.transactions -= earlier.transactions
        difference.commits -= earlier.commits
        difference.syncedCommits -= earlier.syncedCommits
        return difference
    }
}
