import Foundation
import OddsLauncher
import OddsResults
import Synchronization

/// Shows how far an experiment is as a whole, when it will end, and the latest
/// figure; or, with a view, how its latencies develop.
package final class ExperimentProgress: Sendable {
    /// One run of the experiment.
    package struct Step: Sendable {
        /// Where it is in the experiment, such as `run 5 of 9`.
        package var position: String
        package var strategy: String
        package var repetition = 1
        /// The length of its schedule.
        package var scheduledSeconds: Double
        package var later = Later()
        /// Updates per second; `nil` for none.
        package var offeredRate: Double?

        package init(position: String, strategy: String, scheduledSeconds: Double) {
            self.position = position
            self.strategy = strategy
            self.scheduledSeconds = scheduledSeconds
        }
    }

    /// The steps after one, as far as they are known.
    package struct Later: Sendable {
        package var count = 0
        /// The sum of their schedules.
        package var seconds = 0.0

        package init() {}

        package init(count: Int, seconds: Double) {
            self.count = count
            self.seconds = seconds
        }
    }

    private struct State {
        var step: Step?
        var stepStart = ContinuousClock.now
        var timeLeft = TimeLeft()
        var finished: [String] = []
        var intervals: [LiveInterval] = []
    }

    private let command: String
    private let line: ProgressLine?
    private let outputs: LiveOutputs
    private let state = Mutex(State())

    /// - Parameters:
    ///   - command: The command, such as `run`.
    ///   - line: Where progress is shown; `nil` for nowhere. What is part of a
    ///     larger experiment shows nothing, as that shows it.
    ///   - outputs: Who else follows.
    package init(
        command: String, line: ProgressLine? = ProgressLine(), outputs: LiveOutputs = LiveOutputs()
    ) {
        self.command = command
        self.line = EnvironmentDescription.isPart ? nil : line
        self.outputs = outputs
    }

    /// For experiments whose progress nobody follows.
    package static let silent = ExperimentProgress(command: "", line: nil)

    package func begin(_ step: Step) {
        state.withLock { state in
            state.step = step
            state.stepStart = .now
            state.intervals = []
        }
        show(.loading, elapsed: 0)
    }

    /// Shows how far the step is.
    ///
    /// - Parameters:
    ///   - phase: What is being done.
    ///   - elapsed: How far it is in its schedule, in seconds.
    ///   - intervals: Those of its series that ended since the last call.
    package func update(
        _ phase: LiveSnapshot.Phase, elapsed: Double, intervals: [LiveInterval] = []
    ) {
        state.withLock { $0.intervals += intervals }
        show(phase, elapsed: elapsed, new: intervals)
    }

    /// Shows work that has no schedule.
    ///
    /// - Parameters:
    ///   - work: What is done.
    ///   - secondsLeftMax: How much longer it takes at most; `nil` if nobody knows.
    package func note(_ work: String, secondsLeftMax: Double? = nil) {
        let left = secondsLeftMax.map { ", at most \(ClockText.text(seconds: $0)) left" }
        let text = work + (left ?? "")
        line?.show([text], log: text)
    }

    /// Ends the step.
    ///
    /// - Parameter figure: What it found, such as `delta p99 98.1 µs`.
    package func end(figure: String?) {
        state.withLock { state in
            if let step = state.step {
                state.timeLeft.note(
                    seconds: state.stepStart.secondsUntilNow, scheduled: step.scheduledSeconds)
            }
            if let figure { state.finished.append(figure) }
        }
    }

    package func clear() { line?.clear() }

    private func show(
        _ phase: LiveSnapshot.Phase, elapsed: Double, new intervals: [LiveInterval] = []
    ) {
        guard let (live, log) = state.withLock({ describe($0, phase, elapsed) }) else { return }
        if let receive = outputs.receive {
            // Each interval is in a snapshot, so that counts are complete.
            for interval in intervals.dropLast() {
                var snapshot = live.snapshot
                snapshot.interval = interval
                receive(snapshot)
            }
            receive(live.snapshot)
        }
        let columns = Terminal.standardError.columns - 1
        line?.show(outputs.view?(live, columns) ?? [live.progress], log: log)
    }

    private func describe(
        _ state: State, _ phase: LiveSnapshot.Phase, _ elapsed: Double
    ) -> (live: LiveState, log: String)? {
        guard let step = state.step else { return nil }
        let left = state.timeLeft.seconds(
            spent: state.stepStart.secondsUntilNow, elapsed: elapsed,
            scheduled: step.scheduledSeconds, later: step.later)
        let part =
            phase == .loading
            ? "loading"
            : String(
                format: "%@ %.1f of %.1f s", phase == .warmup ? "warm-up" : "measuring", elapsed,
                step.scheduledSeconds)
        let latest = Self.latest(state)
        let words = [
            step.position, "\(step.strategy), \(part)", "\(ClockText.text(seconds: left)) left",
            latest,
        ].compactMap(\.self)
        let snapshot = LiveSnapshot(
            command: command, strategy: step.strategy, repetition: step.repetition, phase: phase,
            elapsedSeconds: elapsed, totalSeconds: step.scheduledSeconds,
            offeredRate: step.offeredRate, interval: state.intervals.last)
        let live = LiveState(
            progress: words.joined(separator: " · "), snapshot: snapshot,
            intervals: state.intervals, finished: state.finished)
        return (live, words.joined(separator: "; "))
    }

    /// The latest figure: of an interval, or else of a finished run.
    private static func latest(_ state: State) -> String? {
        guard let p99 = state.intervals.last(where: { $0.responseP99 != nil })?.responseP99 else {
            return state.finished.last
        }
        return "p99 \(FigureFormat.duration(nanoseconds: Double(p99)))"
    }
}

extension ContinuousClock.Instant {
    fileprivate var secondsUntilNow: Double { duration(to: .now) / .seconds(1) }
}
