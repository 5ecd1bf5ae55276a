import OddsReconstruction

/// A strategy with its channels and its consumer, as the measured loop drives
/// them.
public struct StrategyServer<
    Strategy: ReconstructionStrategy & ~Copyable, Consumer: TreeConsumer
>: FrameServing, ~Copyable {
    @usableFromInline var channels: ChannelSet<Strategy>
    /// Over all measured reads, in order.
    @usableFromInline var allReads = Checksum()
    @usableFromInline var readCount = 0
    /// Over the last unmeasured read.
    @usableFromInline var lastRead = Checksum()

    @inlinable
    public init(channelCount: Int) { channels = ChannelSet(count: channelCount) }

    @inlinable
    public mutating func serve(_ frame: ScheduledFrame) {
        var reads = allReads
        var count = readCount
        _ = channels[Int(frame.ticket.channel)].receive(frame.bytes) { strategy in
            Consumer.read(&strategy, into: &reads)
            count += 1
        }
        allReads = reads
        readCount = count
    }

    @inlinable
    public mutating func absorb(_ frame: ScheduledFrame) {
        _ = channels[Int(frame.ticket.channel)].receive(
            frame.bytes, isTreeRead: false)
    }

    @inlinable
    public mutating func readOnce() {
        lastRead = Checksum()
        for number in 0..<channels.count {
            Consumer.read(&channels[number].strategy, into: &lastRead)
        }
    }
}
