import OddsHarness
import OddsMeasurement
import OddsResults

/// Whether a measurement of a page is valid, and whether the page kept up.
struct GameVerdict: Equatable {
    let status: RunResult.Status
    /// Why the run is INVALID or SATURATED; `nil` otherwise.
    let reason: String?

    /// The largest share of late frames of an idle page: as many as the page itself may have.
    static let idleLateShareMax = 0.01
    /// The longest frame of an idle page, in nanoseconds: a pause that a person sees as one,
    /// which would be blamed on the page.
    static let idleFrameNanosecondsMax: UInt64 = 100_000_000
    /// What an idle page's frames last at 60 Hz, in nanoseconds; the goals, and what counts as
    /// late, are for that.
    static let frameNanoseconds: ClosedRange<UInt64> = 16_000_000...17_400_000
    /// A delay of the generator in a percentile that is never too much, in nanoseconds: a tenth
    /// of the goal of paints (50 ms).
    static let delayNanosecondsMax: UInt64 = 5_000_000
    /// How long one message of the server's own worlds holds updates, in nanoseconds: that part
    /// of their delay is on purpose, and no lateness.
    static let messageNanoseconds: UInt64 = 4_000_000
    /// An error of the clock that is never too much, in nanoseconds: a millisecond, which is a
    /// sixteenth of a frame.
    static let clockErrorNanosecondsMax: UInt64 = 1_000_000
    /// The latency from which on a page does not keep up, in nanoseconds: what is a second old
    /// when it is shown is not live.
    static let behindNanosecondsMax: UInt64 = 1_000_000_000

    /// Judges a run.
    ///
    /// - Parameters:
    ///   - run: Its figures and checks.
    ///   - hasProvider: Whether the odds are a provider's, whose generator holds nothing back.
    ///   - disconnections: How often the server closed the page's connection meanwhile.
    ///   - stolenShare: The share of the machine's processor time that the hypervisor stole;
    ///     `nil` where it is not known.
    ///   - fault: Why no figure counts; `nil` if there is no such reason.
    init(
        _ run: GameRun, hasProvider: Bool = false, disconnections: Int = 0,
        stolenShare: Double? = nil, fault: String? = nil
    ) {
        let held = hasProvider ? 0 : Self.held(rate: run.rate)
        if let check = run.failedCheck {
            self.init(.invalid, "\(check.name): \(check.detail)")
        } else if let fault = fault ?? Self.unmeasured(run) ?? Self.idle(run.idle) {
            self.init(.invalid, fault)
        } else if let reason = Self.delay(run.lateness, held: held, in: run.paint)
            ?? Self.clock(run)
        {
            self.init(.invalid, reason)
        } else if let stolenShare, stolenShare > HarnessLimits.stolenShareMax {
            self.init(.invalid, HarnessLimits.stolenText(stolenShare))
        } else if disconnections > 0 {
            self.init(.saturated, "the page was so far behind that the server closed its stream")
        } else if let tail = run.paint.p99 ?? run.paint.max, tail > Self.behindNanosecondsMax {
            self.init(
                .saturated,
                """
                the page was \(Self.text(tail)) behind, and the bound is \
                \(Self.text(Self.behindNanosecondsMax))
                """)
        } else {
            self.init(.ok, nil)
        }
    }

    private init(_ status: RunResult.Status, _ reason: String?) {
        self.status = status
        self.reason = reason
    }

    private static func unmeasured(_ run: GameRun) -> String? {
        if run.frames.count == 0 { return "the page drew no frame" }
        return run.paint.count == 0
            ? "no update of a row on the screen was due: raise --rates, or lower --matches" : nil
    }

    /// Why an idle page shows that this machine cannot measure frames.
    static func idle(_ idle: GameFrames) -> String? {
        guard let share = idle.lateShare else { return "the idle page drew no frame" }
        if !frameNanoseconds.contains(idle.medianNanoseconds) {
            return """
                an idle page's frames last \(text(idle.medianNanoseconds)), and the goals are for \
                60 of them in a second
                """
        }
        if share > idleLateShareMax {
            return """
                of an idle page \(FigureFormat.percent(share)) of the frames were late, and the \
                bound is \(FigureFormat.percent(idleLateShareMax)): the machine is too busy
                """
        }
        guard idle.longestNanoseconds > idleFrameNanosecondsMax else { return nil }
        return """
            an idle page stood still for \(text(idle.longestNanoseconds)), and the bound is \
            \(text(idleFrameNanosecondsMax)): the machine is too busy
            """
    }

    /// How long the server's own worlds hold an update back, in nanoseconds: nothing if no more
    /// than one is due in that time.
    private static func held(rate: Int) -> UInt64 {
        UInt64(rate) * messageNanoseconds > 1_000_000_000 ? messageNanoseconds : 0
    }

    /// The percentile of latencies in which the generator's own delay has too large a part.
    ///
    /// - Parameters:
    ///   - lateness: From when updates were due until they were sent.
    ///   - held: The part of it that is on purpose, in nanoseconds.
    ///   - latency: What is measured.
    static func delay(
        _ lateness: LatencySummary, held: UInt64 = 0, in latency: LatencySummary
    ) -> String? {
        for percentile in HarnessShare.judged {
            guard let whole = latency[percentile], let delay = lateness[percentile] else {
                continue
            }
            let bound = max(
                Double(delayNanosecondsMax), Double(held) + Double(whole) * HarnessShare.max)
            guard Double(delay) > bound else { continue }
            return """
                the generator was late: \(text(delay)) of the \(percentile.label) of \
                \(text(whole)) are its own delay, and the bound is \
                \(FigureFormat.duration(nanoseconds: bound))
                """
        }
        return nil
    }

    private static func clock(_ run: GameRun) -> String? {
        let error = run.clock.errorNanoseconds
        guard let paint = run.paint.p50 ?? run.paint.max, error > clockErrorNanosecondsMax,
            Double(error) > Double(paint) * HarnessShare.max
        else { return nil }
        return """
            the page knows the server's clock to \(text(error)), which is more than a tenth of \
            the median of \(text(paint))
            """
    }

    private static func text(_ nanoseconds: UInt64) -> String {
        FigureFormat.duration(nanoseconds: Double(nanoseconds))
    }
}
