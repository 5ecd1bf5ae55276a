import OddsMeasurement

/// Many gates of a program against itself, half of them with one side slowed
/// on purpose: the document `oddsbench.gateproof/1`.
public struct GateProof: Codable, Equatable, Sendable {
    /// See `BenchmarkResult.schemaName`.
    public static let schemaName = "oddsbench.gateproof/1"

    public let schema: String
    public var command: [String]
    public var environment: EnvironmentDescription
    public var design: GateDesign
    /// What the slowdown is, and what has to show it.
    public var injectedSlowdown: Double
    public var slowedMetric: String
    /// Of the calibration that the floors came from.
    public var noise: [MetricNoise]
    /// In order of execution, the two kinds in turns.
    public var gates: [Gate]

    /// One gate, without its runs.
    public struct Gate: Codable, Equatable, Sendable {
        public var isSlowed: Bool
        public var verdict: GateVerdict
        public var reason: String?
        public var seconds: Double
        public var judgements: [MetricJudgement]

        public init(_ result: GateResult, isSlowed: Bool, seconds: Double) {
            self.isSlowed = isSlowed
            self.seconds = seconds
            verdict = result.verdict
            reason = result.reason
            judgements = result.judgements
        }
    }

    public init(
        command: [String], environment: EnvironmentDescription, design: GateDesign,
        injectedSlowdown: Double, slowedMetric: String, noise: [MetricNoise], gates: [Gate]
    ) {
        schema = Self.schemaName
        self.command = command
        self.environment = environment
        self.design = design
        self.injectedSlowdown = injectedSlowdown
        self.slowedMetric = slowedMetric
        self.noise = noise
        self.gates = gates
    }
}

extension GateProof {
    /// How often something came about, with its 95% interval by Clopper and
    /// Pearson.
    public struct Rate: Equatable, Sendable {
        public let count: Int
        public let total: Int

        /// `nil` if there was nothing to count.
        public var interval: ClosedRange<Double>? {
            total == 0 ? nil : ClopperPearson.interval95(successes: count, trials: total)
        }

        public var text: String {
            guard let interval else { return FigureFormat.missing }
            func percent(_ share: Double) -> String { FigureFormat.percent(share) }
            return """
                \(count) of \(total), \(percent(Double(count) / Double(total))) \
                [\(percent(interval.lowerBound)), \(percent(interval.upperBound))]
                """
        }
    }

    private func rate(isSlowed: Bool, _ isCounted: (Gate) -> Bool) -> Rate {
        let own = gates.filter { $0.isSlowed == isSlowed }
        return Rate(count: own.count(where: isCounted), total: own.count)
    }

    /// Gates of equal sides that raised an alarm, whatever the figure.
    public var falseAlarms: Rate { rate(isSlowed: false) { $0.verdict == .regression } }

    /// Gates with the slowdown that found it in the figure that has to show it.
    /// Gates without a verdict count as misses.
    public var detections: Rate {
        rate(isSlowed: true) { gate in
            gate.judgements.contains {
                $0.metric == slowedMetric && $0.verdict == .regression
            }
        }
    }

    public func inconclusive(isSlowed: Bool) -> Rate {
        rate(isSlowed: isSlowed) { $0.verdict == .inconclusive }
    }

    public func invalid(isSlowed: Bool) -> Rate {
        rate(isSlowed: isSlowed) { $0.verdict == .invalid }
    }

    /// The proof as Markdown.
    public var markdown: String {
        let slowdown = FigureFormat.percent(injectedSlowdown)
        let seconds = gates.map(\.seconds).sorted()
        let median = Spread(seconds)?.median ?? 0
        var lines = [
            "# What the gate finds, and what it does not take for a regression", "",
            """
            \(gates.count) gates of one program against itself on \
            \(environment.machine.coreCount) × \
            \(environment.machine.processor ?? environment.machine.architecture), equal sides and \
            a candidate slowed by \(slowdown) of its service time in turns; a gate took \
            \(FigureFormat.number(median)) s (median). Intervals are two-sided 95%, by Clopper \
            and Pearson.
            """, "",
            "| | equal sides | slowed by \(slowdown) |", "|---|--:|--:|",
            "| regression in any figure (false alarms, when equal) | \(falseAlarms.text) | "
                + "\(rate(isSlowed: true) { $0.verdict == .regression }.text) |",
            "| regression in `\(slowedMetric)` | "
                + "\(rate(isSlowed: false) { isFound($0) }.text) | \(detections.text) |",
        ]
        lines += [
            "| inconclusive | \(inconclusive(isSlowed: false).text) | "
                + "\(inconclusive(isSlowed: true).text) |",
            "| invalid | \(invalid(isSlowed: false).text) | \(invalid(isSlowed: true).text) |",
            "", "## Figures", "",
            "| | threshold | floor | pair σ | equal: change, 5% to 95% | slowed: the same |",
            "|---|--:|--:|--:|--:|--:|",
        ]
        for judgement in gates.first(where: { !$0.judgements.isEmpty })?.judgements ?? [] {
            lines.append(row(judgement))
        }
        lines += ["", "```", command.joined(separator: " "), "```", ""]
        return lines.joined(separator: "\n")
    }

    private func isFound(_ gate: Gate) -> Bool {
        gate.judgements.contains { $0.metric == slowedMetric && $0.verdict == .regression }
    }

    private func row(_ judgement: MetricJudgement) -> String {
        let deviation = noise.first {
            $0.strategy == judgement.strategy && $0.metric == judgement.metric
        }?.pairDeviation
        func changes(isSlowed: Bool) -> String {
            let changes = gates.filter { $0.isSlowed == isSlowed }.flatMap(\.judgements)
                .filter { $0.strategy == judgement.strategy && $0.metric == judgement.metric }
                .compactMap { $0.change?.value }.sorted()
            guard !changes.isEmpty else { return FigureFormat.missing }
            let ends = [0.05, 0.95].map { changes[Int($0 * Double(changes.count - 1) + 0.5)] }
            return ends.map { FigureFormat.percent($0) }.joined(separator: " to ")
        }
        return [
            "| `\(judgement.name)`",
            judgement.isExact ? "0" : FigureFormat.percent(judgement.threshold),
            FigureFormat.percent(judgement.floor),
            deviation.map(FigureFormat.percent) ?? FigureFormat.missing,
            changes(isSlowed: false), changes(isSlowed: true) + " |",
        ].joined(separator: " | ")
    }
}
