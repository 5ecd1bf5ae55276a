import NIOCore
import OddsSimulator

// Faults of frames.
extension ContentConnection {
    /// Queues a frame with the faults that strike it.
    ///
    /// - Parameter runs: Its runs of elements, if they can have faults.
    func enqueueFaulty(_ frame: SharedFrame, _ runs: [[UInt8]] = []) {
        guard var draw = faults else { return }
        let fate = draw.fate(ofFrame: frame.bytes.count, at: Shard.nowSeconds)
        faults = draw
        for fault in fate.faults { shard.metrics.add(fault) }
        let delay = UInt64(fate.delayMilliseconds) * 1_000_000
        let notBefore = delay == 0 ? 0 : NIODeadline.now().uptimeNanoseconds + delay
        let isStamped = shard.configuration.stampsFrames
        let struck = runs.isEmpty ? frame : frame.withElements(of: runs, fate, isStamped)
        let damaged = struck.damaged(by: fate)
        shard.metrics.addDropped(records: frame.recordCount - damaged.recordCount, .fault)
        for _ in 0..<(fate.isRepeated ? 2 : 1) { append(.frame(damaged), notBefore: notBefore) }
    }
}

extension SharedFrame {
    fileprivate func withElements(
        of runs: [[UInt8]], _ fate: FaultDraw.FrameFate, _ isStamped: Bool
    ) -> SharedFrame {
        guard fate.hasElementFaults else { return self }
        return SharedFrame(
            topic: topic,
            bytes: ContentFrameFaults.frame(
                of: runs, fate, due: isStamped ? intendedNanoseconds : nil),
            recordCount: recordCount, intendedNanoseconds: intendedNanoseconds, memory: memory)
    }
}
