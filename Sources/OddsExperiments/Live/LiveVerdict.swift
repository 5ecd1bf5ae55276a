import OddsHarness
import OddsLedger
import OddsMeasurement
import OddsResults

/// Whether a run over sockets is valid, and whether the clients sustained the
/// rate: the rules of `bench run`, with the server's generator as the harness.
package struct LiveVerdict: Equatable {
    package let status: RunResult.Status
    /// Why the run is invalid, or saturated though all was seen in the end;
    /// `nil` otherwise.
    package let reason: String?

    /// A delay of the generator up to this is never too much, in nanoseconds:
    /// the wake-up of its thread, which any server has, takes some tens of
    /// microseconds on an idle virtual machine. It is 1% of the objective that
    /// odds feeds are commonly held to (10 ms).
    package static let wakeUpNanosecondsMax: UInt64 = 100_000

    /// The delay of the generator that is never too much for a run that shall show
    /// whether an objective holds, in nanoseconds: 1% of a bound on response times.
    /// They include the delay, so the clients are charged with it, and an objective
    /// that is met would also be met without it.
    package static func delayNanosecondsMax(for objective: ServiceObjective) -> UInt64 {
        max(wakeUpNanosecondsMax, (objective.responseTimeMax ?? 0) / 100)
    }

    /// Judges a run.
    ///
    /// - Parameters:
    ///   - account: What was offered, and what became of it.
    ///   - isDisrupted: Whether faults or storms interrupted the clients. Then
    ///     only what is unseen at the close counts as saturation.
    ///   - stolenShare: The share of the machine's processor time that the
    ///     hypervisor stole; `nil` where it is not known.
    ///   - gap: Why the schedule is not known in full; `nil` if it is.
    ///   - stall: That clients stood still themselves; `nil` if they did not.
    ///   - delayNanosecondsMax: A delay of the generator that is never too much.
    package init(
        _ account: LiveAccount, isDisrupted: Bool, stolenShare: Double? = nil,
        gap: String? = nil, stall: String? = nil, delayNanosecondsMax: UInt64 = wakeUpNanosecondsMax
    ) {
        if let gap = gap ?? Self.gap(account) {
            status = .invalid
            reason = gap
        } else if let delay = Self.delay(account, max: delayNanosecondsMax) {
            status = .invalid
            reason = delay
        } else if let stolenShare, stolenShare > HarnessLimits.stolenShareMax {
            status = .invalid
            reason = HarnessLimits.stolenText(stolenShare)
        } else if let stall {
            status = .invalid
            reason = stall
        } else {
            let unseenMax = Double(account.offered.frames) * HarnessLimits.unservedShareMax
            let longest = isDisrupted ? 0 : account.undelayed.max ?? 0
            let isBehind = longest > HarnessLimits.backlogNanosecondsMax
            status = Double(account.unseen.frames) > unseenMax || isBehind ? .saturated : .ok
            reason = isBehind
                ? """
                    readers were up to \(Self.text(longest)) behind, without the generator's \
                    delay; the bound is \(Self.text(HarnessLimits.backlogNanosecondsMax))
                    """
                : nil
        }
    }

    private static func gap(_ account: LiveAccount) -> String? {
        if account.isAmbiguous {
            return """
                the server restarted with versions that it had used before: it is not known which \
                frames a dump contains
                """
        }
        return account.offered.frames == 0 ? "no frame was due within the window" : nil
    }

    /// The percentile in which the generator's delay has too large a part.
    private static func delay(_ account: LiveAccount, max nanosecondsMax: UInt64) -> String? {
        let share = HarnessShare(account.response, undelayed: account.undelayed)
        let worst = share.parts
            .filter {
                $0.isTooMuch && $0.nanoseconds - $0.undelayedNanoseconds > nanosecondsMax
            }
            .max { $0.share < $1.share }
        guard let worst else { return nil }
        return """
            the server's generator was late: without its delay the response time's \
            \(worst.percentile?.label ?? "maximum") would be \
            \(text(worst.undelayedNanoseconds)) instead of \(text(worst.nanoseconds)), and the \
            bound is a tenth, or \(text(nanosecondsMax)) if that is more; it was up to \
            \(text(account.lateness.max ?? 0)) late
            """
    }

    private static func text(_ nanoseconds: UInt64) -> String {
        FigureFormat.duration(nanoseconds: Double(nanoseconds))
    }
}
