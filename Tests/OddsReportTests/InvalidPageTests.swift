import Foundation
import OddsResults
import Testing

@testable import OddsReport

/// What a page shows of runs that say nothing, and by which colours and names it tells
/// strategies and results apart.
@Suite struct InvalidPageTests {
    private func result(
        _ statuses: [String: RunResult.Status] = [:], consumer: String = "page"
    ) throws -> ResultEnvelope<RunResults> {
        var result = try Fixtures.run()
        for index in result.runs.indices {
            let run = result.runs[index]
            guard let status = statuses[run.strategy] else { continue }
            result.result.runs[index].status = status
            result.result.runs[index].reason = "the generator was late; by much"
        }
        result.command = result.command.map { $0 == "page" ? consumer : $0 }
        return result
    }

    private func page(_ result: ResultEnvelope<RunResults>...) throws -> String {
        try Fixtures.page(
            result.enumerated().map { ReportInput(name: "\($0).json", document: .run($1)) })
    }

    private func charts(_ section: ReportSection) -> [Chart] {
        section.blocks.compactMap { block in
            if case .chart(let chart) = block { chart } else { nil }
        }
    }

    private func place(_ part: String, in page: String) throws -> String.Index {
        try #require(page.firstRange(of: part), "\(part)").lowerBound
    }

    // MARK: INVALID

    @Test func reasonComesBeforeAllElse() throws {
        let invalid = try result(["graph": .invalid])
        for whole in [try page(invalid), try page(invalid, result())] {
            let page = String(try whole[place("id=\"result-1\"", in: whole)...])
            let reason = try place(
                "<p class=\"invalid\" role=\"note\">graph is INVALID: the generator was late",
                in: page)
            for later in ["<span class=\"value\">", "updates/s; arrival", "<canvas", "<td>"] {
                #expect(try reason < place(later, in: page), "\(later)")
            }
        }
    }

    @Test func figuresOfInvalidRunsAreDimmed() throws {
        let section = RunSection.section(try result(["graph": .invalid]))
        #expect(section.findings.map(\.tone) == [.neutral, .good, .invalid])
        for chart in charts(section) {
            for series in chart.series where series.name.contains("graph") {
                #expect(series.isNoise && series.name.hasSuffix("INVALID"), "\(chart.title)")
            }
            #expect(chart.isNoise == chart.title.hasPrefix("graph: "), "\(chart.title)")
        }
        let page = try page(result(["graph": .invalid]))
        #expect(page.contains("<div class=\"finding invalid\">"))
        #expect(page.contains("<figure class=\"block chart noise\""))
        #expect(try !self.page(result()).contains("chart noise"))
    }

    @Test func plotsLeaveInvalidRunsOutWhereThereAreOthers() throws {
        var result = try result()
        let position = try #require(result.runs.firstIndex { $0.strategy == "graph" })
        result.result.runs[position].status = .invalid
        let graph = try #require(
            StrategyRuns(result.runs).strategies.first { $0.name == "graph" })
        #expect(!graph.isNoise && graph.drawn.count == 2)
        #expect(FigureText.tone(of: graph.runs) == .bad)
        let points = LatencyCharts.spectrum(graph.drawn.map(\.responseTime))
        let chart = LatencyCharts.responseSpectrum(StrategyRuns(result.runs))
        #expect(chart.series.last?.points == points)
    }

    @Test func resultsOfOtherCommandsSayTheReasonFirst() throws {
        let path = "published/platform.json"
        var platform = try ResultEnvelope<PlatformResult>(json: Fixtures.json(path))
        for index in platform.result.runs.indices {
            platform.result.runs[index].status = .invalid
            platform.result.runs[index].reason = "the client was late"
        }
        let page = try Fixtures.page([ReportInput(name: path, document: .platform(platform))])
        let reason = try place("is INVALID: the client was late", in: page)
        #expect(try reason < place("<span class=\"value\">", in: page))
        #expect(page.contains("<div class=\"finding invalid\">"))
        #expect(page.contains("<figure class=\"block chart noise\""))
    }

    // MARK: What the console says

    @Test(arguments: [[:], ["graph": RunResult.Status.invalid], ["delta": .saturated]])
    func pageSaysWhatTheConsoleSays(statuses: [String: RunResult.Status]) throws {
        let result = try result(statuses)
        let page = try page(result)
        let sentences = RunSummary(result.runs).sentences.all
            + ResultSentences.all(result, runs: result.runs)
        #expect(sentences.count > 3)
        for sentence in sentences {
            let text = PageText.safe(sentence).replacing("&", with: "&amp;")
                .replacing("'", with: "&#39;").replacing("<", with: "&lt;")
                .replacing("\"", with: "&quot;")
            #expect(page.components(separatedBy: "<p>\(text)</p>").count == 2
                || page.contains("role=\"note\">\(text)</p>"), "\(text)")
        }
    }

    // MARK: Colours

    @Test func strategyHasOneColourWhoeverIsBesideIt() throws {
        let result = try result()
        let all = StrategyRuns(result.runs).strategies
        #expect(Set(all.map(\.color)).count == all.count)
        for strategy in all {
            let alone = StrategyRuns(strategy.runs).strategies
            #expect(alone.map(\.color) == [strategy.color])
            let reversed = StrategyRuns(result.runs.reversed()).strategies
            #expect(reversed.first { $0.name == strategy.name }?.color == strategy.color)
            var lone = result
            lone.result.runs = strategy.runs
            for chart in charts(RunSection.section(lone)) {
                for series in chart.series where series.color >= 0 {
                    #expect(series.color == strategy.color, "\(chart.title), \(series.name)")
                }
            }
        }
    }

    @Test func otherNamesHaveColoursOfTheirOwn() {
        let names = ["exec:a", "exec:b", "exec:c", "mine", "delta", "graph", "full"]
        let colors = Palette.colors(of: names)
        #expect(Set(colors.values).count == names.count)
        #expect(Palette.colors(of: names.reversed()) == colors)
        #expect(colors["delta"] == Palette.color(of: "delta"))
    }

    /// Lines on each other, of strategies that all kept up.
    @Test func throughputHidesNoStrategy() throws {
        let runs = StrategyRuns(try result().runs)
        let chart = try #require(TimelineCharts.throughput(runs))
        let widths = chart.series.compactMap(\.width)
        #expect(widths.count == chart.series.count && widths.count == 4)
        // A line that is less wide is drawn over the others.
        #expect(zip(widths, widths.dropFirst()).allSatisfy { $0 - $1 >= 2 })
        #expect(PageTemplate.script.contains("order: series.width ? series.width / 100"))
    }

    // MARK: Over each other

    @Test func resultsUnderOtherConditionsAreToldApart() throws {
        let inputs = [try result(), try result(consumer: "diff")].enumerated().map {
            ReportInput(name: "\($0).json", document: .run($1))
        }
        let section = try #require(OverlaySection.section(inputs))
        for chart in charts(section) {
            #expect(chart.series[0].name.contains("--consumer page"))
            #expect(chart.series[1].name.contains("--consumer diff"))
            #expect(chart.explanation.contains("--consumer differs: page against diff"))
        }
        let alike = try #require(OverlaySection.section([inputs[0], inputs[0]]))
        #expect(charts(alike).allSatisfy { !$0.explanation.contains("differs") })
        #expect(charts(alike).allSatisfy { !$0.series[0].name.contains("--") })
    }
}
