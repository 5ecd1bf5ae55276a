/// A rate that rises from one value to another in steps of equal length, linearly: the
/// first step has the first value, and the last step the last one. Before the first
/// step and after the last one the rate stays as it is there.
///
/// It is applied as a change of time: a schedule at the first rate is served at
/// later rates so many times as fast. Arrival processes keep their shape, and their
/// random numbers.
public struct RateRamp: Codable, Equatable, Sendable {
    /// The rate of the first step.
    public var first: Int
    /// The rate of the last step.
    public var last: Int
    /// The number of steps, from 2 on.
    public var stepCount: Int
    /// When the first step begins.
    public var startNanoseconds: UInt64
    /// The length of a step.
    public var stepNanoseconds: UInt64

    /// Divides a stretch of the schedule into steps.
    ///
    /// - Parameters:
    ///   - first: The rate of the first step.
    ///   - last: The rate of the last step.
    ///   - stepCount: The number of steps, from 2 on.
    ///   - startNanoseconds: When the first step begins.
    ///   - durationNanoseconds: The length of all steps. What is left of a division
    ///     by their number belongs to the last one.
    public init(
        first: Int, last: Int, stepCount: Int, startNanoseconds: UInt64,
        durationNanoseconds: UInt64
    ) {
        self.first = first
        self.last = last
        self.stepCount = stepCount
        self.startNanoseconds = startNanoseconds
        stepNanoseconds = durationNanoseconds / UInt64(max(stepCount, 1))
    }

    /// The rate of a step, from 0.
    public func rate(ofStep step: Int) -> Double {
        Double(first) + Double(last - first) * Double(step) / Double(stepCount - 1)
    }

    /// The time at which a schedule has moved on from `now` by as much as one at the
    /// first rate does in `distance`. All are in nanoseconds.
    ///
    /// - Complexity: O(steps in between).
    package func time(from now: Double, distance: Double) -> Double {
        var now = now
        var rest = distance
        var step = step(at: now)
        while step < stepCount - 1 {
            let room = (end(ofStep: step) - now) * speed(ofStep: step)
            guard rest >= room else { break }
            rest -= room
            now = end(ofStep: step)
            step += 1
        }
        return now + rest / speed(ofStep: step)
    }

    /// How long a schedule at the first rate takes for what this one does until
    /// `time`, in nanoseconds.
    ///
    /// - Complexity: O(steps).
    package func distance(until time: Double) -> Double {
        var now = 0.0
        var distance = 0.0
        for step in 0..<stepCount where now < time {
            let end = step < stepCount - 1 ? min(end(ofStep: step), time) : time
            distance += (end - now) * speed(ofStep: step)
            now = end
        }
        return distance
    }

    private func speed(ofStep step: Int) -> Double { rate(ofStep: step) / Double(first) }

    private func end(ofStep step: Int) -> Double {
        Double(startNanoseconds + UInt64(step + 1) * stepNanoseconds)
    }

    private func step(at time: Double) -> Int {
        let steps = (time - Double(startNanoseconds)) / Double(stepNanoseconds)
        return min(max(Int(steps), 0), stepCount - 1)
    }
}

extension RateRamp {
    /// - Parameter rate: The rate of the configuration that the ramp belongs to.
    /// - Throws: `TrafficConfigurationError` for the first invalid value.
    func validate(from rate: Int) throws(TrafficConfigurationError) {
        try TrafficConfigurationError.check("rate", last, in: 1...TrafficLimits.rateMax)
        guard first == rate else {
            throw TrafficConfigurationError(
                option: "rate", value: "\(first)..\(last)", advice: "must begin at \(rate)")
        }
        guard last > first else {
            throw TrafficConfigurationError(
                option: "rate", value: "\(first)..\(last)",
                advice: "must rise, as 1k..50k does")
        }
        try TrafficConfigurationError.check(
            "ramp-steps", stepCount, in: TrafficLimits.rampStepsRange)
        guard stepNanoseconds >= TrafficLimits.rampStepNanosecondsMin else {
            throw TrafficConfigurationError(
                option: "ramp-steps", value: "\(stepCount)",
                advice: "a step would be shorter than 10 ms; choose fewer, or a longer duration")
        }
    }
}

extension TrafficConfiguration {
    /// The same at the constant rate that a ramp ends with.
    package var atHighestRate: TrafficConfiguration {
        var configuration = self
        configuration.rate = ramp?.last ?? rate
        configuration.ramp = nil
        return configuration
    }
}
