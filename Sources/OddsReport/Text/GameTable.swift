import OddsResults

/// Live odds in a browser as text.
package enum GameTable {
    /// What was found, and whether it can be believed, in eighty columns.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - title: What was measured.
    package static func summary(
        _ result: ResultEnvelope<GameResult>, title: String
    ) -> [String] {
        var lines = TextWrap.lines(title, indent: "") + [""]
        let groups = result.result.groups
        if !groups.isEmpty {
            lines += table(paintHeader, groups.map { paintRow(name($0.render, $0.rate), $0.runs) })
            lines += [""] + table(
                frameHeader, groups.map { frameRow(name($0.render, $0.rate), $0.runs) })
            let stages = groups.flatMap { stageRows(name($0.render, $0.rate), $0.runs) }
            lines += (stages.isEmpty ? [] : [""] + table(stageHeader, stages)) + [""]
        }
        if let goals = result.goals { lines += table(goalHeader, goals.map(goalRow)) + [""] }
        let loads = result.loads ?? []
        if !loads.isEmpty { lines += table(loadHeader, loads.map(loadRow)) + [""] }
        for trends in result.runs.compactMap(\.trends) {
            lines += SoakTable.summary(trends) + [""]
        }
        let sentences = GameSentences.summary(result.result)
        lines += sentences.flatMap { TextWrap.lines($0) } + [""]
        return lines + ResultSentences.lines(result, runs: [])
    }

    /// All figures, in lines as long as they need.
    package static func details(
        _ result: ResultEnvelope<GameResult>, title: String
    ) -> [String] {
        var lines = summary(result, title: title)
        for run in result.runs {
            lines += ["", "\(run.title): \(run.status.rawValue)"]
            lines += GameSentences.all(run).map { "  " + $0 }
            lines += run.checks.map(check)
        }
        for load in result.loads ?? [] {
            lines += ["", "\(load.title): \(load.status.rawValue)"]
            lines += GameSentences.all(load).map { "  " + $0 }
            lines += load.checks.map(check)
        }
        return lines
    }

    private static func check(_ check: PlatformCheck) -> String {
        "  \(check.isOK ? "ok" : "WRONG"): \(check.name): \(check.detail)"
    }

    private static func table(_ header: [String], _ rows: [[String]]) -> [String] {
        var table = TextTable(header: header)
        for row in rows { table.add(row) }
        return table.lines
    }

    /// `frame, 2,000/s`.
    static func name(_ render: GameRender, _ rate: Int) -> String {
        "\(render.rawValue), \(FigureFormat.count(Double(rate)))/s"
    }

    // MARK: Runs that differ in their repetition alone

    static let paintHeader = ["due until painted", "", "p50", "p99", "p99.9", "max"]

    static func paintRow(_ name: String, _ runs: [GameRun]) -> [String] {
        [name, status(runs)]
            + ["p50", "p99", "p999", "max"].map { figure(.paint, $0, of: runs) }
    }

    static let frameHeader = [
        "frames", "main p50", "main p99", "late", "longest", "tasks >50 ms", "idle late",
    ]

    static func frameRow(_ name: String, _ runs: [GameRun]) -> [String] {
        let measured = runs.count == 1 ? runs : runs.filter(\.isValid)
        let idle = Spread(measured.compactMap(\.idle.lateShare)).map {
            FigureFormat.percent($0.median)
        }
        return [
            name, figure(.mainThread, "p50", of: runs), figure(.mainThread, "p99", of: runs),
            figure(.frames, "lateShare", of: runs), figure(.frames, "longestNanoseconds", of: runs),
            figure(.longTasks, "count", of: runs), idle ?? FigureFormat.missing,
        ]
    }

    static let stageHeader = ["the way of an update", "stage", "p50", "p99", "max"]

    /// A row for each stage.
    static func stageRows(_ name: String, _ runs: [GameRun]) -> [[String]] {
        let stages = runs.first?.stages.map(\.name) ?? []
        return stages.enumerated().compactMap { position, stage in
            guard let subject = GameSubject(rawValue: stage.rawValue) else { return nil }
            return [position == 0 ? name : "", stage.rawValue]
                + ["p50", "p99", "max"].map { figure(subject, $0, of: runs) }
        }
    }

    /// The valid runs. A single run is shown in any case, beside its status, if it was measured.
    private static func counted(_ runs: [GameRun]) -> [GameRun] {
        (runs.count == 1 ? runs : runs.filter(\.isValid)).filter { $0.windowNanoseconds > 0 }
    }

    /// The median over the valid runs, marked where it is a bound; `n/a` if one of them lacks
    /// the figure.
    static func figure(_ subject: GameSubject, _ metric: String, of runs: [GameRun]) -> String {
        let valid = counted(runs)
        let values = valid.compactMap { $0[subject, metric] }
        guard let unit = subject.unit(of: metric), values.count == valid.count,
            let spread = Spread(values)
        else { return FigureFormat.missing }
        let mark = valid.contains { $0.isLowerBound(subject) } ? "≥ " : ""
        return mark + unit.text(spread.median)
    }

    /// `OK`, or how many of several runs are what.
    static func status(_ runs: [GameRun]) -> String {
        let statuses = runs.map(\.status.rawValue)
        guard Set(statuses).count > 1, let other = statuses.first(where: { $0 != "OK" }) else {
            return statuses.first ?? ""
        }
        return "\(other) \(statuses.count { $0 == other }) of \(statuses.count)"
    }

    // MARK: Goals and many pages

    static let goalHeader = ["goal", "updates/s", "figure", "at most", ""]

    static func goalRow(_ judgement: GameJudgement) -> [String] {
        let unit = judgement.goal.unit
        let mark = judgement.isLowerBound ? "≥ " : judgement.isMaximum ? "≤ " : ""
        let figure = judgement.value.map { mark + unit.text($0) }
        return [
            judgement.goal.text, FigureFormat.count(Double(judgement.rate)),
            figure ?? FigureFormat.missing, unit.text(judgement.bound),
            judgement.outcome.rawValue,
        ]
    }

    static let loadHeader = [
        "pages", "", "updates/s", "delay p50", "p99", "bytes/page", "CPU/message",
    ]

    static func loadRow(_ load: GameLoad) -> [String] {
        [
            FigureFormat.count(Double(load.pages)), load.status.rawValue,
            FigureFormat.count(load.updatesPerSecond), FigureText.duration(load.delay.p50),
            FigureText.duration(load.delay.p99),
            load.serverBytesPerPage.map(FigureFormat.bytes) ?? FigureFormat.missing,
            load.serverNanosecondsPerMessage.map(FigureText.duration) ?? FigureFormat.missing,
        ]
    }
}
