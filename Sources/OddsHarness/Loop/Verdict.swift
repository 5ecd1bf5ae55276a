import OddsMeasurement
import OddsResults

/// Whether a run is valid, and whether the strategy sustained the rate.
struct Verdict: Equatable {
    let status: RunResult.Status
    let reason: String?

    init(status: RunResult.Status, reason: String?) {
        self.status = status
        self.reason = reason
    }

    /// Judges a run.
    ///
    /// - Parameters:
    ///   - record: The measurements of the run.
    ///   - jitter: The machine's jitter during the run, for the reason.
    ///   - usage: The measured thread's use of its core.
    init(_ record: LoopRecord, jitter: JitterFigures? = nil, usage: UsageFigures? = nil) {
        if let harness = Self.harnessReason(record) {
            status = .invalid
            reason = harness + Self.losses(record) + Self.circumstances(jitter, usage)
        } else if let stolen = usage?.stolenShare, stolen > HarnessLimits.stolenShareMax {
            status = .invalid
            reason = HarnessLimits.stolenText(stolen)
        } else if Self.isTooMany(record.owed.frames, of: record) {
            status = .saturated
            reason = nil
        } else if record.backlog.nanoseconds > HarnessLimits.backlogNanosecondsMax {
            status = .saturated
            reason = """
                frames waited up to \(Self.duration(record.backlog.nanoseconds)) behind earlier \
                ones, \(Self.duration(record.backlog.atNanoseconds)) after the window opened; the \
                bound is \(Self.duration(HarnessLimits.backlogNanosecondsMax))
                """
        } else {
            status = .ok
            reason = nil
        }
    }

    /// Why the harness has too large a part in the figures; `nil` if it has not.
    private static func harnessReason(_ record: LoopRecord) -> String? {
        let shares = [
            (
                "response",
                HarnessShare(record.responseTime, undelayed: record.undelayedResponseTime)
            ),
            ("service", HarnessShare(record.serviceTime, undelayed: record.undelayedServiceTime)),
        ]
        for (name, share) in shares {
            guard let worst = share.worst else { continue }
            return """
                \(FigureFormat.percent(worst.share)) of the \(name) time's \
                \(worst.percentile?.label ?? "maximum") of \(duration(worst.nanoseconds)) is the \
                harness's own delay, without which it is \
                \(duration(worst.undelayedNanoseconds)); the bound is \
                \(FigureFormat.percent(HarnessShare.max))
                """
        }
        if isTooMany(record.unserved.frames, of: record),
            !isTooMany(record.owed.frames, of: record)
        {
            return """
                \(record.unserved.frames) frames were not served, and without the harness's own \
                delays all but \(record.owed.frames) would have been
                """
        }
        guard share(lostNanoseconds(record), of: record) > HarnessLimits.lostShareMax else {
            return nil
        }
        return """
            \(percentage(lostNanoseconds(record), of: record)) of the window were lost; the bound \
            is \(FigureFormat.percent(HarnessLimits.lostShareMax))
            """
    }

    private static func isTooMany(_ frames: Int, of record: LoopRecord) -> Bool {
        Double(frames) > Double(record.offered.frames) * HarnessLimits.unservedShareMax
    }

    private static func lostNanoseconds(_ record: LoopRecord) -> UInt64 {
        record.delayedNanoseconds + record.serviceLostNanoseconds
    }

    private static func share(_ nanoseconds: UInt64, of record: LoopRecord) -> Double {
        Double(nanoseconds) / Double(record.openNanoseconds)
    }

    private static func percentage(_ nanoseconds: UInt64, of record: LoopRecord) -> String {
        FigureFormat.percent(share(nanoseconds, of: record))
    }

    private static func duration(_ nanoseconds: UInt64) -> String {
        FigureFormat.duration(nanoseconds: Double(nanoseconds))
    }

    /// Where the harness's time went.
    private static func losses(_ record: LoopRecord) -> String {
        var text = """
            ; delays of more than \(duration(HarnessLimits.coreCheckNanoseconds)) took \
            \(percentage(record.delayedNanoseconds, of: record)) of the window, the longest \
            \(duration(record.lateness.max ?? 0)), and the thread was off its core for \
            \(percentage(record.serviceLostNanoseconds, of: record)) of it within services
            """
        if 2 * record.producerWaitNanoseconds > lostNanoseconds(record) {
            text += """
                ; the traffic's producer had not written frames that were due for \
                \(percentage(record.producerWaitNanoseconds, of: record)) of the window: lower \
                the rate, or shorten the run so that all its frames fit into memory
                """
        }
        return text
    }

    /// The disturbances by the machine, as far as they are known.
    private static func circumstances(_ jitter: JitterFigures?, _ usage: UsageFigures?) -> String {
        var facts: [String] = []
        if let usage {
            facts.append("\(usage.involuntarySwitches) involuntary context switches")
            if let share = usage.stolenShare, share > 0 {
                facts.append("the hypervisor stole \(FigureFormat.percent(share)) of the time")
            }
        }
        if let longest = jitter?.wakeDelay.max {
            facts.append("an idle thread woke up as much as \(duration(longest)) late")
        }
        return facts.isEmpty ? "" : "; " + facts.joined(separator: ", ")
    }
}

extension HarnessLimits {
    /// Why a run is invalid on a machine whose time was stolen.
    ///
    /// - Parameter share: The share of the machine's processor time, 0 to 1.
    package static func stolenText(_ share: Double) -> String {
        """
        the hypervisor stole \(FigureFormat.percent(share)) of the machine's processor time; the \
        bound is \(FigureFormat.percent(stolenShareMax))
        """
    }
}
