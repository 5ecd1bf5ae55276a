import OddsPlatform

/// The platform's families of metrics, in OpenMetrics 1.0.
struct PlatformMetricsPage {
    /// The families of requests and of refusals.
    let requests: String
    let refusals: String
    let platform: Platform
    let postingCount: Int64

    /// The page, without the end that closes it.
    var text: String {
        let metrics = platform.metrics
        let (bets, commits) = (metrics.bets, metrics.commits)
        return requests + refusals
            + counter("logins", "Logins that were answered with a session.", metrics.loginCount)
            + counter(
                "refreshes", "Logins whose player's session before had expired.",
                metrics.refreshCount)
            + counter(
                "password_hashes", "Password hashes that were computed.",
                metrics.passwordHashCount)
            + counter(
                "postings", "Postings of the ledger, since the state was made.",
                Int(postingCount))
            + counter("bets", "Bets that were placed.", bets.placedCount)
            + counter("cashouts", "Cashouts, of parts of bets too.", bets.cashoutCount)
            + counter(
                "settlements", "Bets that were settled, for the first time or again.",
                bets.settledCount)
            + counter("transactions", "Transactions of the state.", commits.transactionCount)
            + counter("commits", "Commits, each of one or more transactions.", commits.count)
            + counter(
                "synced_commits", "Commits that waited until the disk had them.",
                commits.syncedCount)
            + counter(
                "failed_checkpoints", "Failed attempts to empty the write-ahead log.",
                commits.failedCheckpointCount)
            + counter(
                "ambiguous_selections",
                "Selections of the second provider whose outcome has several offers or markets.",
                metrics.ambiguousSelectionCount)
            + counter(
                "unnoted_requests",
                "Parts of the work on requests with a key that the file beside the state lacks.",
                metrics.unnotedRequestCount)
            + gauge("held_tickets", "Tickets that are held before they are placed.",
                platform.heldTicketCount)
            + gauge("streams", "Streams of events that are open.", platform.streamCount)
            + gauge(
                "cashout_streams", "Streams of cashout values that are open.",
                platform.cashoutStreamCount)
    }

    private func counter(_ name: String, _ help: String, _ value: Int) -> String {
        """
        # TYPE emsim_platform_\(name) counter
        # HELP emsim_platform_\(name) \(help)
        emsim_platform_\(name)_total \(value)

        """
    }

    private func gauge(_ name: String, _ help: String, _ value: Int) -> String {
        """
        # TYPE emsim_platform_\(name) gauge
        # HELP emsim_platform_\(name) \(help)
        emsim_platform_\(name) \(value)

        """
    }
}
