/// When frames come, at one and the same mean rate.
public enum ArrivalProcess: String, CaseIterable, Codable, Sendable {
    /// One after the other at even distances.
    case constant
    /// Independently of each other: distances are exponentially distributed.
    case poisson
    /// In runs of `burstFrameCount` frames at `burstSpeed` times the rate, with
    /// pauses between that make up for it.
    case bursts

    static let burstFrameCount = 50
    static let burstSpeed = 10.0
}

/// Says when the next frame slot is. Time is in nanoseconds from the start.
struct ArrivalClock {
    private let process: ArrivalProcess
    /// The mean distance between two slots at an intensity of 1.
    private let intervalNanoseconds: Double
    private var slotCount = 0
    private(set) var nowNanoseconds = 0.0

    init(_ process: ArrivalProcess, intervalNanoseconds: Double) {
        self.process = process
        self.intervalNanoseconds = intervalNanoseconds
    }

    /// Moves to the next slot. At an intensity of 2, time runs half as fast.
    mutating func advance(intensity: Double, using random: inout TrafficRandom) {
        nowNanoseconds += intervalNanoseconds / intensity * distance(using: &random)
        slotCount += 1
    }

    /// The distance to the next slot in mean distances; 1 on average.
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
