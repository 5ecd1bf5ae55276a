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
        case .saturation, .growth, .memory, .selfTest, .gate, .gateProof, .calibration, .count,
            .platform, .betting, .peers, .history:
            nil
        }
    }

    private func log<Content>(
        _ result: ResultEnvelope<Content>, _ runs: [RunResult]
    ) throws(HistogramDecodingError) -> HistogramLog {
        let start = try? Date(result.environment.startedAt, strategy: .iso8601)
        var log = HistogramLog(start: start ?? Date(timeIntervalSince1970: 0))
        for run in runs { try log.add(run, arguments: result.command) }
        return log
    }
}
