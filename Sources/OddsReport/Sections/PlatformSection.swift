import OddsResults

/// The section of `bench platform`.
enum PlatformSection {
    static func section(_ result: ResultEnvelope<PlatformResult>) -> ReportSection {
        let words = result.command
        let faults = FigureText.option("--faults", in: words)
        var section = ReportSection(
            kind: "Platform",
            summary: [
                FigureFormat.counted(result.players, "player"),
                "\(FigureText.option("--rate", in: words)) requests/s",
                FigureText.option("--mix", in: words),
                faults.isEmpty ? "" : "faults \(faults)",
            ].filter { !$0.isEmpty }.joined(separator: "; "),
            findings: result.runs.flatMap { findings($0) } + hashing(result.result),
            provenance: Provenance(result))
        section.add(spectrum(result.runs))
        for run in result.runs {
            for table in tables(run, hasSeveral: result.runs.count > 1) { section.add(table) }
        }
        return section
    }

    private static func findings(_ run: PlatformRun) -> [ReportSection.Finding] {
        var findings = run.routes.map { figures in
            ReportSection.Finding(
                label: "\(figures.route.rawValue) · response p99",
                value: PlatformTable.cell(figures, "responseTime.p99"),
                detail: """
                    \(run.status.rawValue) · \(FigureText.rate(figures.achievedRate)) of \
                    \(FigureText.rate(figures.offeredRate))
                    """,
                tone: FigureText.tone(run.status))
        }
        let checked = run.checks.filter(\.isOK).count
        findings.append(
            ReportSection.Finding(
                label: "checks", value: "\(checked) of \(run.checks.count)",
                detail: PlatformSentences.money(run),
                tone: run.failedCheck == nil ? .good : .bad))
        if let peak = run.service?.residentBytesPeak {
            findings.append(
                ReportSection.Finding(
                    label: "memory of the service", value: FigureText.bytes(peak),
                    detail: "resident, at most"))
        }
        return findings
    }

    private static func hashing(_ result: PlatformResult) -> [ReportSection.Finding] {
        guard let hashing = result.hashing else { return [] }
        return [
            ReportSection.Finding(
                label: "password hashes at cost \(hashing.cost)",
                value: FigureFormat.number(hashing.perSecond) + "/s", detail: "on one core")
        ]
    }

    private static func spectrum(_ runs: [PlatformRun]) -> Chart {
        let routes = PlatformRoute.allCases.filter { route in
            runs.contains { $0[route] != nil }
        }
        let isNoise = runs.allSatisfy { $0.status == .invalid }
        let drawn = runs.filter { isNoise || $0.status != .invalid }
        return Chart(
            title: "Response time by percentile",
            explanation: """
                From the time at which a request was due, by route. Rarer values are further \
                right; all valid repetitions are merged.
                """,
            x: LatencyCharts.percentileAxis, y: LatencyCharts.latencyAxis("response time"),
            series: routes.enumerated().map { color, route in
                Chart.Series(
                    name: route.rawValue + (isNoise ? " · INVALID" : ""), color: color,
                    points: LatencyCharts.spectrum(drawn.compactMap { $0[route]?.responseTime }),
                    isNoise: isNoise)
            })
    }

    private static func tables(_ run: PlatformRun, hasSeveral: Bool) -> [ReportTable] {
        let mark = hasSeveral ? ", run \(run.repetition)" : ""
        return [
            ReportTable(
                title: "Response times\(mark)", header: PlatformTable.header,
                rows: run.routes.map(PlatformTable.row), notes: PlatformSentences.all(run)),
            ReportTable(
                title: "Service times\(mark)", header: PlatformTable.serviceHeader,
                rows: run.routes.map(PlatformTable.serviceRow)),
            ReportTable(
                title: "Checks\(mark)", header: ["check", "", "what was compared"],
                rows: run.checks.map { [$0.name, $0.isOK ? "ok" : "WRONG", $0.detail] }),
            ReportTable(
                title: "Exchanges by route and status\(mark)",
                header: PlatformTable.exchangeHeader,
                rows: run.exchanges.map(PlatformTable.exchangeRow), isFolded: true),
        ]
    }
}
