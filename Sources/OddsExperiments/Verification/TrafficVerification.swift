import Foundation
import OddsCapture
import OddsHarness
import OddsMeasurement
import OddsReconstruction
import OddsResults
import OddsVerification

/// Verifies strategies on the first frames of some traffic, in this process and
/// while nothing is measured.
package struct TrafficVerification {
    /// The most frames of the schedule: some thousand updates of the default
    /// traffic.
    static let framesMax = 2_000
    /// After how many of them the whole state is compared, evenly spaced from the
    /// first one on. That costs more than all the rest.
    static let statesMax = 4
    /// The bytes of the schedule after which no further frame is taken: the
    /// reference reads some megabytes per second.
    static let scheduledBytesMax = 8 << 20
    /// The largest initial state, in bytes.
    static let initialBytesMax = 32 << 20

    let strategies: [StrategyName]
    let traffic: TrafficPlan
    let feed: FeedChannels
    /// The processor time since the first frame of the schedule after which no
    /// further frame is taken, in nanoseconds. The limits above are reached
    /// earlier, so that every machine compares the same frames.
    var nanosecondsMax: UInt64 = 60_000_000_000

    package init(strategies: [StrategyName], traffic: TrafficPlan, feed: FeedChannels) {
        self.strategies = strategies
        self.traffic = traffic
        self.feed = feed
    }

    /// Set to 0 for no verification, where speed matters more.
    package static let variable = "ODDSBENCH_VERIFY"

    /// Whether commands verify unless they are told otherwise. The runs of a
    /// gate do not: the result that they are part of has many of them.
    package static var isWanted: Bool {
        !EnvironmentDescription.isPart
            && ProcessInfo.processInfo.environment[variable] != "0"
    }

    /// What was verified; or why nothing was, as a line for the report.
    package enum Outcome: Sendable {
        case verified(VerificationFigures)
        case skipped(String)
    }

    /// Verifies on a thread of its own, until an interruption: comparing a large state takes
    /// longer than anybody waits for a program to end.
    ///
    /// - Parameter endNanoseconds: The end of the schedule.
    /// - Throws: `ExperimentFailure` if a strategy differs from the reference.
    package func run(until endNanoseconds: UInt64) async throws -> Outcome {
        // Strategies of tests are known to their task alone.
        let added = Strategies.added
        let interruption = Interruption.current
        let (outcomes, outcome) = AsyncThrowingStream.makeStream(of: Outcome.self)
        return try await interruption.during({ signal in
            outcome.yield(.skipped(unverified(because: SignalName.text(signal))))
        }) {
            if !interruption.isRequested {
                Thread.detachNewThread {
                    do {
                        let verified = try Strategies.$added.withValue(added) {
                            try verify(until: endNanoseconds)
                        }
                        outcome.yield(verified)
                    } catch {
                        outcome.finish(throwing: error)
                    }
                }
            }
            for try await first in outcomes { return first }
            throw CancellationError()
        }
    }

    private func unverified(because signal: String) -> String {
        let names = strategies.map(\.text).joined(separator: ", ")
        return "not verified: \(names) against the reference, as \(signal) ended the command"
    }

    func verify(until endNanoseconds: UInt64) throws -> Outcome {
        let clock = MonotonicClock()
        var verification: any FeedVerifying =
            switch feed.provider {
            case .everyMatrix:
                try Verification(of: strategies, channelCount: feed.names.count)
            case .sportRadar: try SocketVerification(of: strategies)
            }
        var initialBytes = 0
        var scheduledBytes = 0
        var scheduledCount = 0
        var start: UInt64 = 0
        var initialChannel: Int?
        let spacing = Self.framesMax / Self.statesMax
        let check = { (difference: String?) in
            if let difference { throw ExperimentFailure(.checkFailed, difference) }
        }
        do {
            try traffic.forEachFrame(until: endNanoseconds) { frame, ticket in
                let channel = Int(ticket.channel)
                guard !ticket.isPreload else {
                    initialBytes += frame.count
                    guard initialBytes <= Self.initialBytesMax else { throw End.tooLarge }
                    initialChannel = channel
                    return try check(
                        verification.difference(
                            after: frame, channel: channel, comparesState: false))
                }
                if scheduledCount == 0 {
                    try check(
                        initialChannel.flatMap { verification.stateDifference(channel: $0) })
                    start = clock.processorNanoseconds
                }
                scheduledCount += 1
                scheduledBytes += frame.count
                try check(
                    verification.difference(
                        after: frame, channel: channel,
                        comparesState: scheduledCount % spacing == 1))
                guard scheduledCount < Self.framesMax, scheduledBytes < Self.scheduledBytesMax,
                    clock.processorNanoseconds - start < nanosecondsMax
                else { throw End.enough }
            }
        } catch End.tooLarge {
            return .skipped(
                """
                not verified: the initial state is larger than \(Self.initialBytesMax >> 20) MiB
                """)
        } catch End.enough {}
        guard scheduledCount > 0 else {
            return .skipped("not verified: the traffic has no frame after the initial state")
        }
        return .verified(
            VerificationFigures(
                frames: verification.frameCount, records: verification.recordCount,
                stateComparisons: verification.stateCount,
                digest: SHA256Digest(of: verification.snapshot(channelNames: feed.names))
                    .hexadecimal))
    }

    /// Why no further frame is taken.
    private enum End: Error { case enough, tooLarge }
}
