import Foundation
import OddsMeasurement
import OddsResults

extension ResultDocument {
    /// The distributions of the runs as a histogram log, empty if they were not
    /// kept; `nil` for a kind whose runs are not
    /// kept with all their values.
    ///
    /// - Throws: `HistogramDecodingError` if a distribution's text is damaged.
    package func histogramLog() throws(HistogramDecodingError) -> HistogramLog? {
        switch self {
        case .run(let result): try log(result, result.runs)
        case .baseline(let result): try log(result, result.runs)
        case .soak(let result): try log(result, [result.run])
        case .game(let result): try log(result)
        case .saturation, .growth, .memory, .selfTest, .gate, .gateProof, .calibration, .count,
            .platform, .betting, .fleetCosts, .fleetPlan, .peers, .history:
            nil
        }
    }

    private func log(
        _ result: ResultEnvelope<GameResult>
    ) throws(HistogramDecodingError) -> HistogramLog {
        var log = HistogramLog(start: Self.start(result))
        for run in result.runs {
            let name = "\(run.render.rawValue)-\(run.rate)"
            try log.add(
                [("\(name).paint", run.paint), ("\(name).mainThread", run.mainThread)],
                windowNanoseconds: run.windowNanoseconds)
        }
        for load in result.loads ?? [] {
            try log.add(
                [("pages-\(load.pages).delay", load.delay)],
                windowNanoseconds: load.windowNanoseconds)
        }
        return log
    }

    private static func start(_ result: ResultEnvelope<some ResultContent>) -> Date {
        (try? Date(result.environment.startedAt, strategy: .iso8601))
            ?? Date(timeIntervalSince1970: 0)
    }

    private func log<Content>(
        _ result: ResultEnvelope<Content>, _ runs: [RunResult]
    ) throws(HistogramDecodingError) -> HistogramLog {
        var log = HistogramLog(start: Self.start(result))
        for run in runs { try log.add(run, arguments: result.command) }
        return log
    }
}
