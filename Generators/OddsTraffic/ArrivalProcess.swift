/// The distribution of frame arrivals. All have the same mean rate.
public enum ArrivalProcess: String, CaseIterable, Codable, Sendable {
    /// At equal intervals.
    case constant
    /// A Poisson process: independent arrivals at exponential intervals.
    case poisson
    /// Bursts of `burstFrameCount` frames at `burstSpeed` times the rate, with
    /// pauses in between that restore the mean.
    case bursts

    static let burstFrameCount = 50
    static let burstSpeed = 10.0
}

/// Schedules frame slots. Time is in nanoseconds from the start.
struct ArrivalClock {
    private let process: ArrivalProcess
    /// The mean interval between two slots at an intensity of 1.
    private let intervalNanoseconds: Double
    private let ramp: RateRamp?
    private var slotCount = 0
    private(set) var nowNanoseconds = 0.0

    /// - Parameters:
    ///   - process: The distribution of arrivals.
    ///   - intervalNanoseconds: The mean interval, at the first rate of a ramp.
    ///   - ramp: How the rate rises; `nil` for a constant one.
    init(_ process: ArrivalProcess, intervalNanoseconds: Double, ramp: RateRamp? = nil) {
        self.process = process
        self.intervalNanoseconds = intervalNanoseconds
        self.ramp = ramp
    }

    /// Moves to the next slot. An intensity of 2 halves the interval.
    mutating func advance(intensity: Double, using random: inout TrafficRandom) {
        let distance = intervalNanoseconds / intensity * distance(using: &random)
        nowNanoseconds =
            ramp?.time(from: nowNanoseconds, distance: distance) ?? nowNanoseconds + distance
        slotCount += 1
    }

    /// The interval to the next slot, relative to the mean; 1 on average.
    private func distance(using random: inout TrafficRandom) -> Double {
        switch process {
        case .constant:
            return 1
        case .poisson:
            return -DeterministicMath.log(1 - random.fraction())
        case .bursts:
            let step = 1 / ArrivalProcess.burstSpeed
            guard slotCount % ArrivalProcess.burstFrameCount == 0 else { return step }
            return Double(ArrivalProcess.burstFrameCount) * (1 - step) + step
        }
    }
}
