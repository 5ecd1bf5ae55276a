import OddsResults

extension BettingResult: CSVContent {
    /// A row for each delay of each run.
    package var csvRows: [CSVRow] {
        runs.flatMap { run in
            run.curve.map { point in
                var row = CSVRow()
                row.add("players", players)
                row.add("policy", policy)
                row.add("sync", sync)
                row.add("strategy", run.strategy)
                row.add("repetition", run.repetition)
                row.add("status", run.status.rawValue)
                row.add("reason", run.reason)
                row.add(point)
                row.add(run.tickets)
                for subject in BettingSubject.allCases {
                    for path in subject.metricPaths {
                        row.add("\(subject.rawValue).\(path)", run[subject, path])
                    }
                }
                row.add("lateness.p50", run.lateness.p50)
                row.add("lateness.p99", run.lateness.p99)
                row.add("money.bets", run.money.bets)
                row.add("money.staked", run.money.staked)
                row.add("money.returned", run.money.returned)
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
        add("point.priceAge.p50", point.priceAge.p50)
        add("point.priceAge.p99", point.priceAge.p99)
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
    }
}
