import OddsReconstruction

/// The channels of one feed, each with its own strategy. One thread owns a
/// set.
@usableFromInline
package struct ChannelSet<Strategy: ReconstructionStrategy & ~Copyable>: ~Copyable {
    /// Pointers, because an array cannot hold channels, which are not copyable.
    @usableFromInline var channels: ContiguousArray<UnsafeMutablePointer<Channel<Strategy>>> = []

    @inlinable
    package init(count: Int = 0) {
        for _ in 0..<count { add() }
    }

    @inlinable
    deinit {
        for channel in channels {
            channel.deinitialize(count: 1)
            channel.deallocate()
        }
    }

    @inlinable package var count: Int { channels.count }

    /// Adds a channel without state. Its number is the previous `count`.
    @inlinable
    package mutating func add() {
        let channel = UnsafeMutablePointer<Channel<Strategy>>.allocate(capacity: 1)
        channel.initialize(to: Channel())
        channels.append(channel)
    }

    /// The channel with this number.
    @inlinable
    package subscript(number: Int) -> Channel<Strategy> {
        _read { yield channels[number].pointee }
        _modify { yield &channels[number].pointee }
    }
}
