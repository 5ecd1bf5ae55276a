import OddsReconstruction

/// The channels of one feed, each with a strategy of its own. One thread owns
/// a set.
public struct ChannelSet<Strategy: ReconstructionStrategy & ~Copyable>: ~Copyable {
    /// Pointers rather than an array, as channels cannot be copied.
    @usableFromInline var channels: ContiguousArray<UnsafeMutablePointer<Channel<Strategy>>> = []

    @inlinable
    public init(count: Int = 0) {
        for _ in 0..<count { add() }
    }

    @inlinable
    deinit {
        for channel in channels {
            channel.deinitialize(count: 1)
            channel.deallocate()
        }
    }

    @inlinable public var count: Int { channels.count }

    /// Adds a channel without state; its number is the old `count`.
    @inlinable
    public mutating func add() {
        let channel = UnsafeMutablePointer<Channel<Strategy>>.allocate(capacity: 1)
        channel.initialize(to: Channel())
        channels.append(channel)
    }

    /// The channel with this number.
    @inlinable
    public subscript(number: Int) -> Channel<Strategy> {
        _read { yield channels[number].pointee }
        _modify { yield &channels[number].pointee }
    }
}
