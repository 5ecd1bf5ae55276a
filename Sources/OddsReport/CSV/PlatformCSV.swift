import OddsResults

extension PlatformResult: CSVContent {
    /// A row for each route of each run.
    package var csvRows: [CSVRow] {
        runs.flatMap { run in
            run.routes.map { figures in
                var row = CSVRow()
                row.add("players", players)
                row.add("passwordCost", passwordCost)
                row.add("repetition", run.repetition)
                row.add("status", run.status.rawValue)
                row.add("reason", run.reason)
                row.add(figures)
                row.add("lateness.p50", run.lateness.p50)
                row.add("lateness.p99", run.lateness.p99)
                row.add("sessions.logins", run.sessions.logins)
                row.add("sessions.refreshes", run.sessions.refreshes)
                row.add("sessions.refreshesOfOnePlayer", run.sessions.refreshesOfOnePlayer)
                row.add("sessions.refused", run.sessions.refused)
                row.add("sessions.repeated", run.sessions.repeated)
                row.add("sessions.storms", run.sessions.storms)
                row.add("sessions.expired", run.sessions.expired)
                row.add("money.deposits", run.money.deposits)
                row.add("money.paid", run.money.paid)
                row.add("money.credited", run.money.credited)
                row.add("service", run.service)
                row.add("client", run.client)
                row.add("hashing.perSecond", hashing?.perSecond)
                return row
            }
        }
    }
}

extension CSVRow {
    fileprivate mutating func add(_ figures: PlatformRouteFigures) {
        add("route", figures.route.rawValue)
        add("share", figures.share)
        add("due", figures.due)
        add("unsent", figures.unsent)
        add("answered", figures.answered)
        add("unanswered", figures.unanswered)
        add("failed", figures.failed)
        add("offeredRate", figures.offeredRate)
        for path in PlatformRouteFigures.metricPaths { add(path, figures[path]) }
    }

    mutating func add(_ path: String, _ process: PlatformProcess?) {
        add("\(path).residentBytesBefore", process?.residentBytesBefore)
        add("\(path).residentBytesPeak", process?.residentBytesPeak)
        add("\(path).residentBytesAfter", process?.residentBytesAfter)
        add("\(path).processorShare", process?.processorShare)
    }
}
