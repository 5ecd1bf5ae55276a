import OddsResults

/// What stands first in the section of `bench betting`, for each group of runs.
enum BettingFindings {
    /// - Parameter runs: All runs that differ in their repetition alone.
    static func findings(_ name: String, _ runs: [BettingRun]) -> [ReportSection.Finding] {
        let valid = runs.filter(\.isValid)
        let checks = runs.flatMap(\.checks)
        let time = { (subject: BettingSubject) in
            BettingOverview.time(subject, "responseTime.p99", of: valid)
        }
        return [
            ReportSection.Finding(
                label: label(name, "ticket response p99", runs), value: time(.tickets),
                detail: "\(statuses(runs)) · \(rates(valid))",
                tone: FigureText.tone(of: runs.map(\.status))),
            ReportSection.Finding(
                label: label(name, "feed p99 with tickets", runs), value: time(.feed),
                detail: "alone \(time(.feedAlone))"),
            ReportSection.Finding(
                label: "\(name) · checks",
                value: "\(checks.filter(\.isOK).count) of \(checks.count)",
                detail: runs.count == 1 ? BettingSentences.money(runs[0].money) : "of all runs",
                tone: checks.allSatisfy(\.isOK) ? .good : .bad),
        ]
    }

    private static func label(_ name: String, _ figure: String, _ runs: [BettingRun]) -> String {
        "\(name) · \(figure)\(runs.count == 1 ? "" : ", median")"
    }

    private static func statuses(_ runs: [BettingRun]) -> String {
        guard runs.count > 1 else { return runs[0].status.rawValue }
        return runs.map(\.status.rawValue).uniqued().map { status in
            "\(status) \(runs.filter { $0.status.rawValue == status }.count) of \(runs.count)"
        }.joined(separator: ", ")
    }

    private static func rates(_ runs: [BettingRun]) -> String {
        let median = { (rate: (BettingRun) -> Double) in
            Spread(runs.map(rate)).map { FigureText.rate($0.median) } ?? FigureFormat.missing
        }
        return """
            \(median(\.tickets.achievedRate)) of \(median(\.tickets.offeredRate)), \
            \(median(\.tickets.placedRate)) placed
            """
    }
}
