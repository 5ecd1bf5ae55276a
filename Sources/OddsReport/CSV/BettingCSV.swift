import OddsResults

extension BettingResult: CSVContent {
    /// A row for each delay of each run.
    package var csvRows: [CSVRow] {
        runs.flatMap { run in
            run.curve.map { point in
                var row = CSVRow()
                row.add("players", players)
                row.add("policy", policy)
                row.add("sync", run.sync)
                row.add("strategy", run.strategy)
                row.add("repetition", run.repetition)
                row.add("status", run.status.rawValue)
                row.add("reason", run.reason)
                row.add(point)
                row.add("windowNanoseconds", run.windowNanoseconds)
                row.add("cutShortNanoseconds", run.cutShortNanoseconds)
                row.add(run.tickets)
                row.add("feed", run.feed)
                row.add("feedAlone", run.feedAlone)
                for subject in BettingSubject.allCases {
                    for path in subject.metricPaths {
                        row.add("\(subject.rawValue).\(path)", run[subject, path])
                    }
                }
                row.add("lateness", run.lateness)
                row.add("money.currency", run.money.currency)
                row.add("money.bets", run.money.bets)
                row.add("money.staked", run.money.staked)
                row.add("money.returned", run.money.returned)
                row.add("money.digest", run.money.digest)
                row.add("commits.nanoseconds", run.commits?.nanoseconds)
                row.add("commits.transactions", run.commits?.transactions)
                row.add("commits.commits", run.commits?.commits)
                row.add("commits.synced", run.commits?.synced)
                row.add("commits.syncedRate", run.commits?.syncedRate)
                row.add("service", run.service)
                row.add("client", run.client)
                return row
            }
        }
    }
}

extension CSVRow {
    fileprivate mutating func add(_ point: OddsChangePoint) {
        add("delayNanoseconds", point.delayNanoseconds)
        add("point.tickets", point.tickets)
        add("point.changed", point.changed)
        add("point.share", point.share)
        add("point.shareLow", point.shareLow)
        add("point.shareHigh", point.shareHigh)
        add("point.priceAge", point.priceAge)
    }

    fileprivate mutating func add(_ tickets: TicketFigures) {
        add("tickets.due", tickets.due)
        add("tickets.unsent", tickets.unsent)
        add("tickets.answered", tickets.answered)
        add("tickets.unanswered", tickets.unanswered)
        add("tickets.placed", tickets.placed)
        for refusal in TicketRefusal.allCases {
            let count = tickets.refusals.first { $0.code == refusal.rawValue }?.count
            add("tickets.refused.\(refusal.rawValue)", count ?? 0)
        }
        add("tickets.failed", tickets.failed)
        add("tickets.offeredRate", tickets.offeredRate)
        add("tickets.placedRate", tickets.placedRate)
    }

    /// What its metrics do not have.
    fileprivate mutating func add(_ path: String, _ feed: FeedFigures) {
        add("\(path).windowNanoseconds", feed.windowNanoseconds)
        add("\(path).frames", feed.frames)
        add("\(path).unseenFrames", feed.unseenFrames)
        add("\(path).lowerBoundFromNanoseconds", feed.lowerBoundFromNanoseconds)
        add("\(path).offeredRate", feed.offeredRate)
        add("\(path).lateness", feed.lateness)
    }
}
