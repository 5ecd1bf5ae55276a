import Foundation
import OddsHarness

extension TrafficPlan {
    /// The memory for the frames of a run.
    ///
    /// At rates that the process that writes them keeps, the usual size. Beyond
    /// those all frames lie ready before the run begins, as far as two fifths
    /// of the machine's memory hold them.
    func mappingBytes(for window: MeasurementWindow) throws -> Int {
        let usual = HarnessLimits.frameMappingBytes
        guard updatesPerSecond > Self.producedUpdatesPerSecondMax else { return usual }
        var initial = FrameVolume()
        var scheduled = FrameVolume()
        let sample = min(Self.sampleNanoseconds, window.endNanoseconds)
        try forEachFrame(until: sample) { frame, ticket in
            if ticket.isPreload { initial.add(frame.count) } else { scheduled.add(frame.count) }
        }
        // A tenth more, as no stretch of traffic is just like another.
        let share = 1.1 * Double(window.endNanoseconds) / Double(sample)
        let needed = initial.byteCount + Int(share * Double(scheduled.byteCount))
        let most = Int(clamping: ProcessInfo.processInfo.physicalMemory) / 5 * 2
        return max(usual, min(needed, most))
    }

    private var updatesPerSecond: Int {
        switch self {
        case .capture(_, let rate): rate
        case .generated(let configuration), .phases(let configuration, _, _):
            configuration.rate
        }
    }

    /// Well below what one core generates.
    private static let producedUpdatesPerSecondMax = 100_000
    /// Long enough at such rates for thousands of frames.
    private static let sampleNanoseconds: UInt64 = 200_000_000
}
