import OddsHarness
import OddsMeasurement
import OddsResults

extension RunResult {
    /// Why the figures are not right; `nil` if they are. An invalid run reports some
    /// percentile in which the harness has too large a part; that its p90 cannot be
    /// reported says nothing about its p99.
    ///
    /// - Parameter judged: The figures that are used, by path; `nil` for all.
    func disturbance(of judged: [String]?) -> String? {
        guard status == .invalid else { return nil }
        if let stolen = usage?.stolenShare, stolen > HarnessLimits.stolenShareMax {
            return HarnessLimits.stolenText(stolen)
        }
        guard let judged, let harness, unserved.frames == 0,
            harness.delayedShare + harness.serviceLostShare <= HarnessLimits.lostShareMax,
            // Without such a percentile the run is invalid for another reason.
            isDelayed, judged.allSatisfy(isRight)
        else { return reason ?? "" }
        return nil
    }

    /// Whether the harness has too large a part in a percentile that makes a run
    /// invalid.
    private var isDelayed: Bool {
        MetricRegistry.all.contains { metric in
            metric.percentile.map(HarnessShare.judged.contains) == true && isUpperBound(metric)
        }
    }

    private func isRight(_ path: String) -> Bool {
        guard let metric = MetricRegistry[path] else { return false }
        return switch metric.group {
        case .response, .service: !isUpperBound(metric)
        case .rates, .memory: true
        case .stages, .staleness, .machine, .computed: false
        }
    }
}
