import OddsHarness
import OddsMeasurement
import OddsResults

extension RunResult {
    /// Why the figures are not right; `nil` if they are. An invalid run reports some
    /// percentile in which the harness has too large a part; that its p90 cannot be
    /// reported says nothing about its p99.
    ///
    /// - Parameters:
    ///   - judged: The figures that are used, by path; `nil` for all.
    ///   - inTurns: Whether the run took turns with the one that it is compared
    ///     with. Time that the hypervisor stole was then stolen from both.
    func disturbance(of judged: [String]?, inTurns: Bool = false) -> String? {
        guard status == .invalid else { return nil }
        if !inTurns, isStolenFrom { return HarnessLimits.stolenText(usage?.stolenShare ?? 0) }
        guard let judged, let harness,
            harness.delayedShare + harness.serviceLostShare <= HarnessLimits.lostShareMax,
            // Without either the run is invalid for another reason.
            isDelayed || isStolenFrom, judged.allSatisfy({ isRight($0, inTurns: inTurns) })
        else { return reason ?? "" }
        return nil
    }

    private var isStolenFrom: Bool {
        (usage?.stolenShare ?? 0) > HarnessLimits.stolenShareMax
    }

    /// Whether the harness has too large a part in a percentile that makes a run
    /// invalid.
    private var isDelayed: Bool {
        MetricRegistry.all.contains { metric in
            metric.percentile.map(HarnessShare.judged.contains) == true && isUpperBound(metric)
        }
    }

    private func isRight(_ path: String, inTurns: Bool) -> Bool {
        guard let metric = MetricRegistry[path] else { return false }
        // The other side has its counterpart, too: see `GatePair.source`.
        if inTurns, GatePair.undelayed(path).flatMap({ self[$0] }) != nil { return true }
        return switch metric.group {
        case .response: unserved.frames == 0 && !isUpperBound(metric)
        case .service: !isUpperBound(metric)
        case .rates, .memory: true
        case .stages, .staleness, .machine, .computed: false
        }
    }
}
