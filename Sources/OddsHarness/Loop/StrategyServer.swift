import OddsReconstruction

/// A strategy with its channels and its consumer, as the measured loop drives
/// them. The probe is part of the type, so that `NoProbe` costs nothing.
@usableFromInline
package struct StrategyServer<
    Strategy: ReconstructionStrategy & ~Copyable, Consumer: TreeConsumer, Probe: ServiceProbe
>: FrameServing, ~Copyable {
    @usableFromInline var channels: ServedChannels<Strategy>
    @usableFromInline private(set) var probe: Probe
    /// The checksum over all measured reads, in order.
    @usableFromInline var allReads = Checksum()
    @usableFromInline var readCount = 0
    /// The checksum over the last unmeasured read.
    @usableFromInline var lastRead = Checksum()

    @inlinable
    package init(feed: FeedChannels, probe: Probe) {
        channels = ServedChannels(feed)
        self.probe = probe
    }

    @inlinable
    package mutating func serve(_ frame: ScheduledFrame, start: UInt64) {
        var reads = allReads
        var count = readCount
        probe.begin(at: start)
        channels.receive(frame, probe: &probe) {
            Consumer.read(&$0, probe: &$1, into: &reads)
            count += 1
        }
        allReads = reads
        readCount = count
    }

    @inlinable
    package mutating func noteServed(end: UInt64, isMeasured: Bool) {
        probe.end(at: end, isMeasured: isMeasured)
    }

    @inlinable
    package mutating func absorb(_ frame: ScheduledFrame) {
        var silent = NoProbe()
        channels.receive(frame, isTreeRead: false, probe: &silent) { _, _ in }
    }

    @inlinable
    package mutating func readOnce() {
        var read = Checksum()
        var silent = NoProbe()
        channels.forEach { Consumer.read(&$0, probe: &silent, into: &read) }
        lastRead = read
    }
}
