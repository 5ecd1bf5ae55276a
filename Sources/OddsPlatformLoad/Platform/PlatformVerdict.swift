import OddsHarness
import OddsMeasurement
import OddsResults

/// Whether a run is valid, and whether the service sustained the rate.
struct PlatformVerdict: Equatable {
    let status: RunResult.Status
    /// Why the run is INVALID or SATURATED; `nil` otherwise.
    let reason: String?

    /// A part of the client's own delay in a percentile that is never too much, in
    /// nanoseconds: a tenth of the objective that accounts are held to (50 ms).
    static let delayNanosecondsMax: UInt64 = 5_000_000

    /// Judges a run.
    ///
    /// - Parameters:
    ///   - run: Its counts and checks.
    ///   - notes: Its times.
    ///   - isDisrupted: Whether faults or storms interrupted the clients. Then failures
    ///     are no saturation.
    ///   - stolenShare: The share of the machine's processor time that the hypervisor
    ///     stole; `nil` where it is not known.
    ///   - stall: That the process of the players stood still; `nil` if it did not.
    ///   - fault: Why no figure counts; `nil` if there is no such reason.
    init(
        _ run: PlatformRun, _ notes: RequestRecorder.Notes, isDisrupted: Bool,
        stolenShare: Double?, stall: String? = nil, fault: String? = nil
    ) {
        if let check = run.failedCheck {
            self.init(.invalid, "\(check.name): \(check.detail)")
        } else if let fault {
            self.init(.invalid, fault)
        } else if run.due == 0 {
            self.init(.invalid, "no request was due within the window")
        } else if let delay = Self.delay(notes.response, undelayed: notes.service) {
            self.init(.invalid, delay)
        } else if let stolenShare, stolenShare > HarnessLimits.stolenShareMax {
            self.init(.invalid, HarnessLimits.stolenText(stolenShare))
        } else if let stall {
            self.init(.invalid, stall)
        } else {
            let reason = Self.saturation(run, isDisrupted: isDisrupted)
            self.init(reason == nil ? .ok : .saturated, reason)
        }
    }

    private init(_ status: RunResult.Status, _ reason: String?) {
        self.status = status
        self.reason = reason
    }

    private static func saturation(_ run: PlatformRun, isDisrupted: Bool) -> String? {
        let count = { (value: Int) in FigureFormat.counted(value, "request") }
        if run.unsent > 0 {
            return """
                \(count(run.unsent)) not sent, as the client had too many under way: figures are \
                lower bounds
                """
        }
        let limit = Double(run.due) * HarnessLimits.unservedShareMax
        let late = run.routes.reduce(0) { $0 + $1.unanswered }
        if Double(late) > limit {
            return "\(count(late)) had no answer when the window closed"
        }
        let failed = run.routes.reduce(0) { $0 + $1.failed }
        return !isDisrupted && Double(failed) > limit ? "\(count(failed)) failed" : nil
    }

    /// The percentile in which the client's delay has too large a part, in words.
    static func delay(
        _ response: LatencyHistogram, undelayed service: LatencyHistogram
    ) -> String? {
        let worst = HarnessShare(response, undelayed: service).parts
            .filter {
                $0.isTooMuch && $0.nanoseconds - $0.undelayedNanoseconds > delayNanosecondsMax
            }
            .max { $0.share < $1.share }
        guard let worst else { return nil }
        return """
            the client was late: without its delay the response time's \
            \(worst.percentile?.label ?? "maximum") would be \
            \(text(worst.undelayedNanoseconds)) instead of \(text(worst.nanoseconds)), and the \
            bound is a tenth, or \(text(delayNanosecondsMax)) if that is more
            """
    }

    private static func text(_ nanoseconds: UInt64) -> String {
        FigureFormat.duration(nanoseconds: Double(nanoseconds))
    }
}
