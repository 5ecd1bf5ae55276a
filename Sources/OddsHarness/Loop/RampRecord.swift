import OddsMeasurement
import OddsResults

/// The measurements of the steps of a ramp: equal parts of the window.
///
/// A frame belongs to the step in which it was due, so that a step that comes too fast
/// is charged for all that waits because of it. Recording allocates nothing: all memory
/// is there and resident from the start, outside the heap.
@usableFromInline
struct RampRecord: Sendable {
    private struct Step {
        var response = LatencyCounts()
        var service = LatencyCounts()
        var frames = 0
        var updatesDue: UInt64 = 0
        /// The updates served in the step, whenever they were due.
        var updatesServed: UInt64 = 0
        /// The frames that would not have been started when the step ended, without the
        /// harness's delays either.
        var lateFrames = 0
        /// The longest wait behind earlier frames, without the harness's delays.
        var waitNanosecondsMax: Int64 = 0
        var unserved = RunResult.Unserved(frames: 0, updates: 0)
    }

    private let window: MeasurementWindow
    private let stepNanoseconds: Int64
    private var steps: [Step]

    init(window: MeasurementWindow, stepCount: Int) {
        precondition(1...Int(clamping: window.durationNanoseconds) ~= stepCount)
        self.window = window
        stepNanoseconds = Int64(window.durationNanoseconds) / Int64(stepCount)
        steps = (0..<stepCount).map { _ in Step() }
    }

    /// The size of the memory outside the heap.
    static func byteCount(stepCount: Int) -> Int { 2 * stepCount * LatencyCounts.byteCount }

    /// Records a frame that was served. Times are in nanoseconds since the window
    /// opened.
    ///
    /// - Parameters:
    ///   - updates: The updates in it.
    ///   - due: When it was due, which may be before the window opened.
    ///   - undelayedStart: When it would have started without the harness's delays.
    ///   - end: When its service ended.
    ///   - service: How long that took.
    mutating func noteServed(
        updates: UInt32, due: Int64, undelayedStart: Int64, end: Int64, service: UInt64
    ) {
        steps[index(at: end)].updatesServed += UInt64(updates)
        guard due >= 0 else { return }
        let index = index(at: due)
        steps[index].response.record(UInt64(end - due))
        steps[index].service.record(service)
        noteDue(
            updates, in: index, wait: undelayedStart - due,
            isLate: index < steps.count - 1 && undelayedStart >= self.end(of: index))
    }

    /// Records a frame that was not served; see `LoopObserver.noteUnserved`.
    mutating func noteUnserved(updates: UInt32, due: Int64, age: UInt64, isOwed: Bool) {
        guard due >= 0 else { return }
        let index = index(at: due)
        steps[index].response.record(age)
        steps[index].unserved.frames += 1
        steps[index].unserved.updates += Int(updates)
        noteDue(updates, in: index, wait: isOwed ? Int64(age) : 0, isLate: isOwed)
    }

    private mutating func noteDue(_ updates: UInt32, in index: Int, wait: Int64, isLate: Bool) {
        steps[index].frames += 1
        steps[index].updatesDue += UInt64(updates)
        steps[index].waitNanosecondsMax = max(steps[index].waitNanosecondsMax, wait)
        if isLate { steps[index].lateFrames += 1 }
    }

    private func index(at time: Int64) -> Int {
        min(Int(max(time, 0) / stepNanoseconds), steps.count - 1)
    }

    private func end(of index: Int) -> Int64 { Int64(index + 1) * stepNanoseconds }

    /// The steps that began before the window closed.
    ///
    /// - Parameter openNanoseconds: How long the window was open.
    /// - Complexity: O(steps × size of a histogram).
    func steps(openNanoseconds: UInt64) -> [RampStep] {
        steps.indices.compactMap { index in
            let start = UInt64(Int64(index) * stepNanoseconds)
            guard start < openNanoseconds else { return nil }
            let isLast = index == steps.count - 1
            let planned = isLast ? window.durationNanoseconds : UInt64(end(of: index))
            let dueEnd = min(planned, openNanoseconds)
            // The last frame may keep the window open for longer.
            let servedEnd = isLast ? openNanoseconds : dueEnd
            let step = steps[index]
            return RampStep(
                startNanoseconds: start, endNanoseconds: dueEnd, status: Self.status(step),
                offeredRate: Double(step.updatesDue) * 1e9 / Double(dueEnd - start),
                achievedRate: Double(step.updatesServed) * 1e9 / Double(servedEnd - start),
                responseTime: LatencySummary(step.response.histogram),
                serviceTime: LatencySummary(step.service.histogram), unserved: step.unserved)
        }
    }

    /// The bounds of a run's own status.
    private static func status(_ step: Step) -> RunResult.Status {
        let lateMax = Double(step.frames) * HarnessLimits.unservedShareMax
        let isSaturated =
            Double(step.lateFrames) > lateMax
            || step.waitNanosecondsMax > Int64(HarnessLimits.backlogNanosecondsMax)
        return isSaturated ? .saturated : .ok
    }
}
