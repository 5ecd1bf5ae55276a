import OddsResults

/// Plots of `bench game`; of valid runs alone, with one colour for each way to draw.
enum GameCharts {
    private typealias Group = (render: GameRender, rate: Int, runs: [GameRun])

    /// The groups that have a valid run, with those alone.
    private static func groups(_ result: GameResult) -> [Group] {
        result.groups.map { ($0.render, $0.rate, $0.runs.filter(\.isValid)) }
            .filter { !$0.runs.isEmpty }
    }

    private static func color(_ render: GameRender) -> Int {
        GameRender.allCases.firstIndex(of: render) ?? 0
    }

    private static let rateAxis = Chart.Axis(
        title: "updates/s", scale: .logarithmic, unit: .rate)

    static func paintByRate(_ result: GameResult) -> Chart {
        byRate(
            result, .paint, title: "Due until painted, by rate",
            explanation: """
                From when an update was due until the first paint that shows it or a newer value \
                of its cell; medians of runs.
                """)
    }

    static func mainThreadByRate(_ result: GameResult) -> Chart {
        byRate(
            result, .mainThread, title: "Main thread's time in a frame, by rate",
            explanation: """
                Script, style, layout and paint of a frame, and the messages handled since the \
                one before. A frame lasts 16.7 ms.
                """)
    }

    /// A figure's median and 99th percentile over the rate; nothing for a single rate.
    private static func byRate(
        _ result: GameResult, _ subject: GameSubject, title: String, explanation: String
    ) -> Chart {
        let several = result.rates.count > 1
        return Chart(
            title: title, explanation: explanation, x: rateAxis,
            y: LatencyCharts.latencyAxis("time"),
            series: (several ? result.renders : []).flatMap { render in
                [("p50", Chart.Series.Stroke.solid), ("p99", .dashed)].map { metric, stroke in
                    Chart.Series(
                        name: "\(render.rawValue) \(metric)", color: color(render), stroke: stroke,
                        points: points(result, render) { $0[subject, metric] })
                }
            })
    }

    private static func points(
        _ result: GameResult, _ render: GameRender, _ figure: (GameRun) -> Double?
    ) -> [Chart.Series.Point] {
        groups(result).filter { $0.render == render }.sorted { $0.rate < $1.rate }
            .compactMap { group in
                // As in the tables, a figure that one of the runs lacks is none.
                let figures = group.runs.compactMap(figure)
                guard figures.count == group.runs.count else { return nil }
                return Spread(figures).map { .init(Double(group.rate), $0.median) }
            }
    }

    static func lateFramesByRate(_ result: GameResult) -> Chart {
        Chart(
            title: "Late frames, by rate",
            explanation: "Share of the frames that came more than half an interval late.",
            x: rateAxis, y: Chart.Axis(title: "late frames", unit: .percent, min: 0),
            series: (result.rates.count > 1 ? result.renders : []).map { render in
                Chart.Series(
                    name: render.rawValue, color: color(render),
                    points: points(result, render) { $0.frames.lateShare.map { $0 * 100 } })
            })
    }

    /// The distributions at each rate, those of all ways to draw in one plot.
    static func spectra(_ result: GameResult) -> [Chart] {
        let groups = groups(result)
        return result.rates.map { rate in
            Chart(
                title: "Due until painted, at \(FigureText.rate(Double(rate)))",
                explanation: "Rarer values are further right; all repetitions are merged.",
                x: LatencyCharts.percentileAxis, y: LatencyCharts.latencyAxis("paint latency"),
                series: groups.filter { $0.rate == rate }.map { group in
                    Chart.Series(
                        name: group.render.rawValue, color: color(group.render),
                        points: LatencyCharts.spectrum(group.runs.map(\.paint)))
                })
        }
    }

    /// The parts of an update's way, by rate.
    static func stages(_ result: GameResult) -> Chart {
        let groups = groups(result).filter { $0.render == .frame }
        let names = GameStage.Name.allCases.filter { name in
            groups.contains { $0.runs.contains { $0.stages.contains { $0.name == name } } }
        }
        return Chart(
            title: "The way of an update",
            explanation: """
                Where the time goes from when an update was due until it is painted, for pages \
                that draw once a frame: the 99th percentile of each part, or the maximum of a \
                small sample.
                """,
            form: .bars,
            x: Chart.Axis(
                title: "part", scale: .category, unit: .count, labels: names.map(\.rawValue)),
            y: Chart.Axis(title: "time, p99", scale: .logarithmic, unit: .nanoseconds),
            series: groups.enumerated().map { color, group in
                Chart.Series(
                    name: FigureText.rate(Double(group.rate)), color: color,
                    points: names.enumerated().compactMap { position, name in
                        guard let subject = GameSubject(rawValue: name.rawValue) else { return nil }
                        let values = group.runs.compactMap { run in
                            run[subject, "p99"] ?? run[subject, "max"]
                        }
                        return Spread(values).map { .init(Double(position), $0.median) }
                    })
            })
    }

    /// The delay of updates at many pages.
    static func delayOfPages(_ result: GameResult) -> Chart {
        let loads = (result.loads ?? []).filter(\.isValid)
        return Chart(
            title: "Many pages: due until read",
            explanation: """
                From when an update was due until its page had read it; dashed, until the server \
                had written it.
                """,
            x: LatencyCharts.percentileAxis, y: LatencyCharts.latencyAxis("delay"),
            series: loads.isEmpty
                ? []
                : [
                    Chart.Series(
                        name: "read", color: 0, points: LatencyCharts.spectrum(loads.map(\.delay))),
                    Chart.Series(
                        name: "written", color: 0, stroke: .dashed,
                        points: LatencyCharts.spectrum(loads.map(\.lateness))),
                ])
    }

    private static let timeAxis = Chart.Axis(
        title: "time since the first window", unit: .seconds, min: 0)

    /// The heap of page and worker over a soak.
    static func heap(_ run: GameRun) -> Chart {
        Chart(
            title: "Heap over time, \(GameTable.name(run.render, run.rate))",
            x: timeAxis, y: Chart.Axis(title: "heap", unit: .bytes, min: 0),
            series: [
                series(run, "page and worker", .solid) { $0.heapBytes.map { Double($0) } }
            ])
    }

    static func paintOverTime(_ run: GameRun) -> Chart {
        Chart(
            title: "Due until painted over time, \(GameTable.name(run.render, run.rate))",
            x: timeAxis, y: LatencyCharts.latencyAxis("paint latency"),
            series: [
                series(run, "p50", .solid) { $0.paint.p50.map { Double($0) } },
                series(run, "p99", .dashed) { $0.paint.p99.map { Double($0) } },
            ])
    }

    private static func series(
        _ run: GameRun, _ name: String, _ stroke: Chart.Series.Stroke,
        _ value: (GameSample) -> Double?
    ) -> Chart.Series {
        Chart.Series(
            name: name, color: color(run.render), stroke: stroke,
            points: (run.series ?? []).compactMap { sample in
                value(sample).map { .init(Double(sample.atNanoseconds) / 1e9, $0) }
            })
    }
}
