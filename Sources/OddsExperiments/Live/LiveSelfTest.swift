import OddsMeasurement
import OddsResults

/// Checks the accounting of runs over sockets against known response times: the
/// parts that note and join what became of frames, without the sockets.
package enum LiveSelfTest {
    /// A way to get the accounting wrong. All but the first are there to prove
    /// that the test detects them.
    package enum Fault: String, CaseIterable, Sendable {
        case none
        /// What was sent counts as offered.
        case offeredIsSent = "offered-is-sent"
        /// A mailbox that overflows drops the frames' traces with their changes.
        case mailboxForgets = "mailbox-forgets"
        /// A reader notes nothing of frames whose changes were dropped.
        case readerSkips = "reader-skips"
        /// Frames that are due while a client is disconnected do not count.
        case disconnectedIgnored = "disconnected-ignored"
        /// The generator's delay is looked at once a second.
        case delaySampled = "delay-sampled"
        /// Frames that nobody saw do not count.
        case unseenIgnored = "unseen-ignored"
        /// Response times count from the time at which frames were handed over.
        case fromHandOver = "from-hand-over"
    }

    /// Runs all scripts under a virtual clock: reported figures must equal the
    /// analytic ones to three digits, and each verdict must be the known one.
    package static func run(fault: Fault = .none) -> LiveSelfTestOutcome {
        var outcome = LiveSelfTestOutcome()
        for script in LiveScript.all {
            let account = LiveScriptRun(script: script, fault: fault).account()
            let figures = [
                ("responseTime", script.responseTimes, account.response),
                ("undelayed", script.undelayedTimes, account.undelayed),
            ]
            for (name, analytic, reported) in figures {
                outcome.rows += rows("\(script.name): \(name)", analytic.sorted(), reported)
            }
            let verdict = LiveVerdict(account, isDisrupted: script.isDisrupted)
            outcome.verdicts.append(
                LiveSelfTestOutcome.Verdict(
                    script: script.name, expected: script.expected, reported: verdict.status))
        }
        return outcome
    }

    private static let shown: [Percentile] = [.p50, .p90, .p99, .p999]

    private static func rows(
        _ name: String, _ analytic: [UInt64], _ reported: LatencyHistogram
    ) -> [SelfTestRow] {
        func row(_ label: String, _ value: UInt64, _ reported: UInt64?) -> SelfTestRow {
            // The resolution of a histogram with three digits.
            SelfTestRow(
                figure: "\(name).\(label)", analyticNanoseconds: value,
                reportedNanoseconds: reported, allowedNanosecondsMin: value - value / 1_000,
                allowedNanosecondsMax: value + value / 1_000)
        }
        let rows = shown.map { percentile in
            let rank = Int((percentile.fraction * Double(analytic.count)).rounded(.up))
            return row(percentile.key, analytic[rank - 1], reported.value(at: percentile))
        }
        return rows + [row("max", analytic[analytic.count - 1], reported.max)]
    }
}
