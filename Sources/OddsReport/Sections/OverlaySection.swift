import OddsResults

/// Several results on one chart: the distributions of each strategy that is in two of
/// them or more, one curve a result, and their figures side by side.
enum OverlaySection {
    /// `nil` if no strategy is in two results of the same kind.
    static func section(_ inputs: [ReportInput]) -> ReportSection? {
        let sources = inputs.enumerated().compactMap { Source($1, color: $0) }
        let groups = sources.map(\.kind).uniqued().map { kind in
            sources.filter { $0.kind == kind }
        }.filter { !shared($0).isEmpty }
        guard !groups.isEmpty else { return nil }
        let count = groups.map(\.count).reduce(0, +)
        var section = ReportSection(
            kind: "Comparison", summary: "the same strategies in \(count) results")
        for group in groups {
            let conditions = Conditions(group.map(\.input.document))
            for strategy in shared(group) {
                section.add(
                    chart(of: strategy, "response time", group, conditions) { $0.responseTime })
                section.add(
                    chart(of: strategy, "service time", group, conditions) { $0.serviceTime })
            }
        }
        for group in groups { for table in tables(group) { section.add(table) } }
        return section
    }

    /// A result with runs of strategies.
    private struct Source {
        let input: ReportInput
        /// What its runs are comparable with: those over sockets start to count elsewhere.
        let kind: String
        let runs: [RunResult]
        let color: Int

        init?(_ input: ReportInput, color: Int) {
            switch input.document {
            case .run, .baseline, .soak: runs = input.document.runs
            default: return nil
            }
            self.input = input
            self.color = color
            kind = runs.contains { $0.live != nil } ? "live" : input.document.kind
        }

        /// The file's name, and when the command started.
        var name: String { "\(input.name) · \(input.document.startedAt)" }
    }

    private static func shared(_ group: [Source]) -> [String] {
        let names = group.flatMap { $0.runs.map(\.strategy).uniqued() }
        return names.uniqued().filter { name in names.count { $0 == name } > 1 }
    }

    private static func chart(
        of strategy: String, _ time: String, _ group: [Source],
        _ conditions: Conditions, _ summary: (RunResult) -> LatencySummary
    ) -> Chart {
        Chart(
            title: "\(strategy): \(time) by percentile, one curve per result",
            explanation: """
                The valid runs of each result are merged; dotted is a result that has none. \
                Results of other sessions also differ by what the machine did.\
                \(conditions.sentence)
                """,
            x: LatencyCharts.percentileAxis, y: LatencyCharts.latencyAxis(time),
            series: group.enumerated().compactMap { position, source in
                let runs = source.runs.filter { $0.strategy == strategy }
                let valid = runs.filter { $0.status.isValid }
                guard !runs.isEmpty else { return nil }
                return Chart.Series(
                    name: source.name + conditions.mark(position)
                        + (valid.isEmpty ? " · INVALID" : ""),
                    color: source.color, stroke: valid.isEmpty ? .dotted : .solid,
                    points: LatencyCharts.spectrum((valid.isEmpty ? runs : valid).map(summary)),
                    isNoise: valid.isEmpty)
            })
    }

    /// A table for each subject, as `bench compare` has it.
    private static func tables(_ group: [Source]) -> [ReportTable] {
        let inputs = group.map(\.input)
        guard let comparisons = try? Comparisons(inputs) else { return [] }
        let figures = ComparisonFigures(comparisons.comparisons.map(\.comparison))
        let names = inputs.enumerated().map { position, input in
            "\(Comparisons.letter(position)): \(input.name), \(input.document.title)"
        }
        let base = Comparisons.letter(0)
        let header = inputs.indices.dropFirst().map(Comparisons.letter).flatMap { letter in
            [letter, "\(letter)/\(base)"]
        }
        let last = figures.subjects.last?.name
        return figures.subjects.map { subject in
            ReportTable(
                title: "\(subject.name): side by side", header: ["figure", base] + header,
                rows: subject.rows.map { row in
                    [row.figure, row.base] + row.others.flatMap { [$0.value, $0.changeText] }
                },
                notes: subject.name == last
                    ? names + comparisons.warnings.map { "warning: \($0)" } + comparisons.notes
                    : [])
        }
    }
}

/// In what results differ that are drawn over each other, so that nobody takes the one
/// for the other at the same.
private struct Conditions {
    /// The options of each result that others have otherwise.
    private let marks: [String]
    private let differences: [String]

    init(_ documents: [ResultDocument]) {
        let options = documents.map(\.setting.options)
        let names = Set(options.flatMap(\.keys)).filter { name in
            !ComparisonWarnings.harmless.contains(name) && Set(options.map { $0[name] }).count > 1
        }.sorted()
        marks = options.map { options in
            names.map { name in
                options[name].map { "\(name) \($0)" } ?? "no \(name)"
            }.joined(separator: ", ")
        }
        differences = documents.dropFirst().flatMap {
            ComparisonWarnings.differences(documents[0], $0)
        }.uniqued()
    }

    func mark(_ position: Int) -> String {
        marks[position].isEmpty ? "" : " · \(marks[position])"
    }

    /// Empty if they differ in nothing.
    var sentence: String {
        differences.isEmpty
            ? "" : " Not the same was measured: \(differences.joined(separator: "; "))."
    }
}
