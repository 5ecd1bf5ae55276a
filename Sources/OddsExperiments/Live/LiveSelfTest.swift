import OddsLedger
import OddsMeasurement
import OddsResults

/// Checks the accounting of runs over sockets against known response times.
package enum LiveSelfTest {
    /// A way to get the accounting wrong. All but the first are there to prove
    /// that the test detects them.
    package enum Fault: String, CaseIterable, Sendable {
        case none
        /// What was sent counts as offered.
        case offeredIsSent = "offered-is-sent"
        /// Frames dropped from a reader's mailbox have no response time.
        case mailboxForgets = "mailbox-forgets"
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
            let account = account(of: script, fault)
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

    private static func account(of script: LiveScript, _ fault: Fault) -> LiveAccount {
        var account = LiveAccount(window: LiveScript.window)
        var look = (second: UInt64.max, delay: UInt64(0))
        let ledger = script.ledger { frame in
            var frame = frame
            switch (fault, frame.way) {
            case (.offeredIsSent, .droppedByServer), (.offeredIsSent, .disconnected),
                (.mailboxForgets, .droppedByMailbox), (.disconnectedIgnored, .disconnected),
                (.unseenIgnored, .lost):
                return nil
            case (.delaySampled, _):
                let second = frame.due / 1_000_000_000
                if second != look.second { look = (second, frame.delay) }
                frame.delay = look.delay
            case (.fromHandOver, _):
                frame.due += frame.delay
                frame.delay = 0
            default: break
            }
            return frame
        }
        do throws(LedgerTextError) {
            account.add(try LedgerText.decode(ledger), script.sights)
        } catch {
            preconditionFailure("\(error)")
        }
        return account
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
