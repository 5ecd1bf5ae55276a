/// The comparison of strategies with a reference on the traffic of one feed, whichever
/// provider's. One thread owns it.
package protocol FeedVerifying {
    /// The frames that were compared.
    var frameCount: Int { get }
    /// The records in them that the reference applied.
    var recordCount: Int { get }
    /// The comparisons of the whole state of a channel, or of a socket, for each strategy.
    var stateCount: Int { get }

    /// Takes a frame, and compares all strategies with the reference.
    ///
    /// - Parameters:
    ///   - frame: The frame's text.
    ///   - channel: The number of its channel; a socket has but one.
    ///   - comparesState: Whether the whole state is compared, too.
    /// - Returns: What differs, and for which strategy; `nil` if nothing does.
    mutating func difference(
        after frame: UnsafeRawBufferPointer, channel: Int, comparesState: Bool
    ) -> String?

    /// Compares the whole state of a channel, or of a socket.
    ///
    /// - Returns: What differs, and for which strategy; `nil` if nothing does.
    mutating func stateDifference(channel: Int) -> String?

    /// The canonical snapshot of the first strategy, which is that of all.
    ///
    /// - Parameter channelNames: The names of the channels, by number; those of a socket's
    ///   contents are in its frames.
    func snapshot(channelNames: [String]) -> [UInt8]
}
