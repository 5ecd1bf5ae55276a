import OddsResults

/// What became of the messages of one connection, or of one file of lines.
package struct ConvertedMessages: Sendable {
    /// Whose they are: the connection's URL, or the file.
    package let source: String
    /// The frames of each channel, in order of their first appearance.
    package private(set) var channels: [(name: String, frames: Int)] = []
    /// How many are messages of WAMP without a frame.
    package private(set) var otherCount = 0
    /// How many are not messages of WAMP.
    package private(set) var unreadableCount = 0
    /// The first of these, 1-based among all messages of the source, and what is wrong with it.
    package private(set) var firstUnreadable: (number: Int, reason: String)?

    init(source: String) { self.source = source }

    /// Of all channels.
    package var frameCount: Int { channels.reduce(0) { $0 + $1.frames } }

    private var messageCount: Int { frameCount + otherCount + unreadableCount }

    /// Counts a message, and returns the frame in it.
    mutating func frame(
        in content: FeedConversation.Content
    ) -> (channel: String, bytes: [UInt8])? {
        switch content {
        case .frame(let channel, let bytes):
            countFrame(of: channel)
            return (channel, bytes)
        case .other: otherCount += 1
        case .unreadable(let reason):
            unreadableCount += 1
            firstUnreadable = firstUnreadable ?? (messageCount, reason)
        }
        return nil
    }

    private mutating func countFrame(of channel: String) {
        if let index = channels.firstIndex(where: { $0.name.utf8.elementsEqual(channel.utf8) }) {
            channels[index].frames += 1
        } else {
            channels.append((channel, 1))
        }
    }

    /// One line for each channel, and one for what cannot be read.
    package var lines: [String] {
        channels.map { "\(FigureFormat.counted($0.frames, "frame")) of \($0.name)" }
            + (firstUnreadable.map { first in
                [
                    """
                    \(source): \(unreadableCount) of \
                    \(FigureFormat.counted(messageCount, "message")) are not WAMP; the first is \
                    number \(first.number): \(first.reason)
                    """
                ]
            } ?? [])
    }
}
