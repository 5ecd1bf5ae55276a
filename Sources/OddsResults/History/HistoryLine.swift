import Foundation
import OddsMeasurement

/// What a history keeps of the runs of one strategy in one result: a line of NDJSON.
package struct HistoryLine: Codable, Equatable, Sendable {
    /// `oddsbench.history/1`.
    package static let schemaName = "oddsbench.history/1"

    package var schema = schemaName
    /// The commit that the program was built from.
    package var commit: SourceCommit
    /// When the command started, in ISO 8601.
    package var startedAt: String
    package var machine: Machine
    package var toolchain: String?
    package var allocator: String
    /// SHA-256 of the frames; `nil` if the runs did not have the same.
    package var trafficDigest: String?
    /// The command's words, without those that leave each run's figures as they are.
    package var command: [String]
    package var strategy: String
    /// The number of valid runs, of which the figures are medians.
    package var runCount: Int
    /// The medians by the paths of metrics. A figure that a run lacks, or that is only a
    /// bound, is absent.
    package var figures: [String: Double]
}

extension HistoryLine {
    /// Names the runs of a line: two lines with the same are of the same runs.
    package struct Runs: Hashable, Sendable {
        package var series: HistorySeries.Name
        package var commit: SourceCommit
        package var startedAt: String
    }

    package var runs: Runs { Runs(series: seriesName, commit: commit, startedAt: startedAt) }

    /// What all lines have in common that can be compared with each other.
    ///
    /// A machine is its processor and cores. Kernel, toolchain and allocator may change: a
    /// history should show what that does, and `differences` names it.
    package var seriesName: HistorySeries.Name {
        HistorySeries.Name(
            command: command, processor: machine.processor ?? machine.architecture,
            coreCount: machine.coreCount, strategy: strategy)
    }

    /// What else than the commit differs from an earlier line.
    package func differences(from earlier: HistoryLine) -> [String] {
        [
            ("traffic", trafficDigest == earlier.trafficDigest),
            ("toolchain", toolchain == earlier.toolchain),
            ("allocator", allocator == earlier.allocator),
            ("kernel", machine.kernel == earlier.machine.kernel),
            ("memory of the machine", machine.memoryBytes == earlier.machine.memoryBytes),
        ].filter { !$1 }.map(\.0)
    }
}

extension HistoryLine {
    /// The lines of a result, one for each strategy that has a valid run.
    ///
    /// - Throws: `HistoryRefusal` for a result that says nothing about its commit.
    package static func lines(
        of result: ResultEnvelope<RunResults>
    ) throws(HistoryRefusal) -> [HistoryLine] {
        if let reason = result.cutShort { throw .cutShort(reason) }
        let environment = result.environment
        guard environment.buildMode == "release" else { throw .debugBuild }
        guard let commit = environment.commit else { throw .noCommit }
        let lines = result.runs.map(\.strategy).uniqued().compactMap { strategy in
            let valid = result.runs.filter { $0.strategy == strategy && $0.status != .invalid }
            return valid.isEmpty ? nil : HistoryLine(
                commit: commit, startedAt: environment.startedAt, machine: environment.machine,
                toolchain: environment.toolchain, allocator: environment.allocator,
                trafficDigest: result.trafficDigest, command: comparable(result.command),
                strategy: strategy, runCount: valid.count, figures: figures(of: valid))
        }
        guard !lines.isEmpty else {
            throw .noValidRun(result.runs.lazy.compactMap(\.reasonInShort).first)
        }
        return lines
    }

    private static func figures(of runs: [RunResult]) -> [String: Double] {
        let isSaturated = runs.contains { $0.status == .saturated }
        var figures: [String: Double] = [:]
        for metric in MetricRegistry.all where metric.isCompared {
            let values = runs.compactMap(metric.value)
            guard values.count == runs.count, !(isSaturated && metric.growsWithBacklog),
                RunBound.of(metric, runs) == .exact
            else { continue }
            figures[metric.path] = Spread(values)?.median
        }
        return figures
    }

    /// Options, with a value, that do not affect the figures of a strategy's run.
    private static let harmless: Set<String> = [
        "--strategy", "--repeat", "--fail-if", "--intervals",
    ]

    static func comparable(_ words: [String]) -> [String] {
        var kept: [String] = []
        var isValue = false
        for word in words {
            if !isValue, !harmless.contains(word), word != "--no-verify" { kept.append(word) }
            isValue = !isValue && harmless.contains(word)
        }
        return kept
    }
}

/// Why a result cannot be part of a history.
package enum HistoryRefusal: Error, Equatable, CustomStringConvertible {
    case cutShort(String)
    case debugBuild
    case noCommit
    case noValidRun(String?)

    package var description: String {
        switch self {
        case .cutShort(let reason):
            "was cut short, so that its figures are of fewer runs: \(reason)"
        case .debugBuild: "is of a debug build, whose figures say nothing"
        case .noCommit:
            "names no commit: build the program from a clone, after its last change, and measure"
                + " again"
        case .noValidRun(let reason):
            "has no valid run\(reason.map { ": " + $0 } ?? ""); measure again"
        }
    }
}
