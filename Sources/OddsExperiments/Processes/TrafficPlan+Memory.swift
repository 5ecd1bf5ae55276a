import Foundation
import OddsHarness
import OddsTraffic

extension TrafficPlan {
    /// The size of the memory for the frames of a run, in bytes.
    ///
    /// At rates that the writing process sustains, it is the usual size. At
    /// higher rates it holds all frames before the run begins, within two
    /// fifths of the machine's memory.
    func mappingBytes(for window: MeasurementWindow) throws -> Int {
        let usual = HarnessLimits.frameMappingBytes
        guard isRecorded || updatesPerSecond > Self.producedUpdatesPerSecondMax else {
            return usual
        }
        var initial = FrameVolume()
        var scheduled = FrameVolume()
        // Recorded bursts are only seen in all of the frames.
        let sample =
            isRecorded
            ? window.endNanoseconds : min(Self.sampleNanoseconds, window.endNanoseconds)
        try atHighestRate.forEachFrame(until: sample) { frame, ticket in
            if ticket.isPreload { initial.add(frame.count) } else { scheduled.add(frame.count) }
        }
        // A tenth more, because the volume of traffic varies over time.
        let share = 1.1 * Double(window.endNanoseconds) / Double(sample)
        let needed = initial.byteCount + Int(share * Double(scheduled.byteCount))
        let most = Int(clamping: ProcessInfo.processInfo.physicalMemory) / 5 * 2
        return max(usual, min(needed, most))
    }

    private var isRecorded: Bool {
        if case .capture(_, .recorded, _) = self { true } else { false }
    }

    private var updatesPerSecond: Int {
        switch atHighestRate {
        case .capture(_, .rate(let rate), _): rate
        case .capture(_, .recorded, _): 0
        case .generated(let configuration, _), .phases(let configuration, _, _, _):
            configuration.rate
        }
    }

    /// The same at the constant rate that a ramp ends with, whose first moments have
    /// what its last ones have.
    private var atHighestRate: TrafficPlan {
        switch self {
        case .capture(let path, .rate, let ramp?): .capture(path: path, pacing: .rate(ramp.last))
        case .generated(let configuration, let provider):
            .generated(configuration.atHighestRate, on: provider)
        case .capture, .phases: self
        }
    }

    /// Well below the rate that one core generates.
    private static let producedUpdatesPerSecondMax = 100_000
    /// Thousands of frames at such rates.
    private static let sampleNanoseconds: UInt64 = 200_000_000
}
