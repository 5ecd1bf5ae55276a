import OddsHarness
import OddsResults

/// Whether a run is valid, and whether the service sustained the rates of both its tickets and
/// its feed.
struct BettingVerdict: Equatable {
    let status: RunResult.Status
    /// Why the run is INVALID or SATURATED; `nil` otherwise.
    let reason: String?

    /// Judges a run.
    ///
    /// - Parameters:
    ///   - run: Its counts and checks.
    ///   - notes: Its times.
    ///   - isDisrupted: Whether faults interrupted the clients. Then failures are no
    ///     saturation.
    ///   - stolenShares: The share of the machine's processor time that the hypervisor
    ///     stole in each part of the run; `nil` where it is not known.
    ///   - stall: That the process of the players stood still; `nil` if it did not.
    ///   - gap: What of the feed's schedule the server did not generate; `nil` if nothing.
    ///   - fault: Why no figure counts; `nil` if there is no such reason.
    init(
        _ run: BettingRun, _ notes: TicketRecorder.Notes, isDisrupted: Bool,
        stolenShares: [Double?], stall: String? = nil, gap: String? = nil, fault: String? = nil
    ) {
        if let check = run.failedCheck {
            self.init(.invalid, "\(check.name): \(check.detail)")
        } else if let fault {
            self.init(.invalid, fault)
        } else if run.tickets.due == 0 {
            self.init(.invalid, "no ticket was due within the window")
        } else if run.feedAlone.frames == 0 || run.feed.frames == 0 {
            self.init(.invalid, "no frame of the feed was due: no odds have moved")
        } else if let delay = PlatformVerdict.delay(notes.response, undelayed: notes.service) {
            self.init(.invalid, delay)
        } else if let share = stolenShares.compactMap(\.self).max(),
            share > HarnessLimits.stolenShareMax
        {
            self.init(.invalid, HarnessLimits.stolenText(share))
        } else if let stall {
            self.init(.invalid, stall)
        } else {
            let reason = Self.saturation(run, isDisrupted: isDisrupted) ?? gap
            self.init(reason == nil ? .ok : .saturated, reason)
        }
    }

    private init(_ status: RunResult.Status, _ reason: String?) {
        self.status = status
        self.reason = reason
    }

    private static func saturation(_ run: BettingRun, isDisrupted: Bool) -> String? {
        let tickets = run.tickets
        let count = { (value: Int) in FigureFormat.counted(value, "ticket") }
        if tickets.unsent > 0 {
            return """
                \(count(tickets.unsent)) not sent, as the client had too many under way: figures \
                are lower bounds
                """
        }
        let limit = Double(tickets.due) * HarnessLimits.unservedShareMax
        if Double(tickets.unanswered) > limit {
            return "\(count(tickets.unanswered)) had no answer when the window closed"
        }
        if !isDisrupted, Double(tickets.failed) > limit {
            return "\(count(tickets.failed)) failed"
        }
        for (feed, name) in [(run.feedAlone, "without tickets"), (run.feed, "with tickets")]
        where Double(feed.unseenFrames) > Double(feed.frames) * HarnessLimits.unservedShareMax {
            return """
                \(FigureFormat.counted(feed.unseenFrames, "frame")) of the feed \(name) were not \
                in the client's tree at the end
                """
        }
        return nil
    }
}
