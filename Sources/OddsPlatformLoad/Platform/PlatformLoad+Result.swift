import OddsLauncher
import OddsResults

extension PlatformLoad {
    /// The run in the schema of results.
    func result(
        _ repetition: Int, _ window: PlatformWindow, _ notes: RequestRecorder.Notes,
        _ findings: AuditFindings<PlatformAudit.Findings>, _ usage: WindowUsage
    ) -> PlatformRun {
        var run = PlatformRun(
            repetition: repetition,
            lateness: LatencySummary(notes.lateness, keepsHistogram: true))
        run.windowNanoseconds = UInt64(window.times.count)
        run.routes = PlatformRoute.allCases.compactMap { route in
            notes.routes[route].map { figures(route, $0, window.seconds) }
        }
        run.offeredRate = Double(run.due) / window.seconds
        run.achievedRate = run.routes.reduce(0) { $0 + $1.achievedRate }
        if let findings = findings.value { Self.add(findings, to: &run) }
        run.sessions.storms = window.storms
        run.sessions.expired = window.expired
        run.service = usage.service
        run.client = usage.client
        run.cutShortNanoseconds = window.isCutShort ? run.windowNanoseconds : nil
        let verdict = PlatformVerdict(
            run, notes, isDisrupted: plan.hasFaults || plan.storms > 0,
            stolenShare: window.stolenShare, stall: window.stall(in: notes.response),
            fault: findings.failure ?? fault(window))
        run.status = verdict.status
        run.reason = verdict.reason
        return run
    }

    private static func add(_ findings: PlatformAudit.Findings, to run: inout PlatformRun) {
        run.exchanges = exchanges(findings.server, findings.client)
        run.lost = lost(findings.client)
        run.sessions.logins = findings.client.loginCount
        run.sessions.refreshes = findings.client.refreshCount
        run.sessions.refreshesOfOnePlayer = findings.client.refreshes.values.max() ?? 0
        run.sessions.refused = findings.client.refused
        run.sessions.repeated = findings.client.repeated
        run.money = findings.money
        run.checks = findings.checks
    }

    private func figures(
        _ route: PlatformRoute, _ notes: RequestRecorder.Route, _ seconds: Double
    ) -> PlatformRouteFigures {
        var figures = PlatformRouteFigures(
            route: route, share: plan.mix.share(of: route),
            responseTime: LatencySummary(notes.response, keepsHistogram: true),
            serviceTime: LatencySummary(notes.service, keepsHistogram: true))
        figures.due = notes.due
        figures.unsent = notes.unsent
        figures.answered = notes.answered
        figures.unanswered = notes.late
        figures.failures = notes.failures.sorted { $0.key < $1.key }
            .map { .init(error: $0.key, count: $0.value) }
        figures.offeredRate = Double(notes.due) / seconds
        figures.achievedRate = Double(notes.answeredInTime) / seconds
        return figures
    }

    /// What both ends counted, by route and status.
    static func exchanges(
        _ server: ServiceCounts, _ client: ExchangeCounts.Counts
    ) -> [PlatformExchanges] {
        let (server, client) = (server.answers, client.answers)
        return Set(server.keys).union(client.keys)
            .map { answer in
                PlatformExchanges(
                    method: answer.route.method, route: answer.route.path, status: answer.status,
                    client: client[answer] ?? 0, server: server[answer] ?? 0)
            }
            .sorted { ($0.route, $0.method, $0.status) < ($1.route, $1.method, $1.status) }
    }

    /// What had no answer, by route and reason.
    static func lost(_ client: ExchangeCounts.Counts) -> [PlatformLost] {
        client.lost
            .map { lost, count in
                PlatformLost(
                    method: lost.route.method, route: lost.route.path, reason: lost.reason,
                    count: count)
            }
            .sorted { ($0.route, $0.method, $0.reason) < ($1.route, $1.method, $1.reason) }
    }

    /// Why no figure of the run counts, though all checks hold.
    private func fault(_ window: PlatformWindow) -> String? {
        if window.leftOver > 0 {
            return """
                \(FigureFormat.counted(window.leftOver, "request")) did not end within \
                \(PlatformPlan.drainLimit) of the window's close
                """
        }
        return Launcher.isOptimized
            ? nil : "this is a debug build, whose timings are meaningless"
    }
}
