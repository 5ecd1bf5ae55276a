import OddsResults

/// What became of the messages of one connection, or of one file of lines.
package struct ConvertedMessages: Sendable {
    /// Messages of a kind that is to be told of.
    package struct Noted: Sendable {
        package fileprivate(set) var count: Int
        /// The first one, 1-based among all messages of the source, and what there is to say.
        package let number: Int
        package let reason: String
    }

    /// Whose they are: the connection's URL, or the file.
    package let source: String
    /// The frames of each channel, in order of their first appearance.
    package private(set) var channels: [(name: String, frames: Int)] = []
    private var positions: [[UInt8]: Int] = [:]
    /// How many can be read and have no frame.
    package private(set) var otherCount = 0
    /// Those that are no messages of WAMP.
    package private(set) var unreadable: Noted?
    /// Frames that were left out because their messages do not say the channel.
    package private(set) var unnamed: Noted?
    /// How many have no time, and got that of their neighbours.
    var untimedCount = 0

    init(source: String) { self.source = source }

    /// Of all channels.
    package var frameCount: Int { channels.reduce(0) { $0 + $1.frames } }

    private var messageCount = 0

    mutating func noteFrame(of channel: String) {
        messageCount += 1
        let position = positions[Array(channel.utf8), default: channels.count]
        if position == channels.count {
            positions[Array(channel.utf8)] = position
            channels.append((channel, 0))
        }
        channels[position].frames += 1
    }

    mutating func noteOther() {
        messageCount += 1
        otherCount += 1
    }

    mutating func noteUnreadable(_ reason: String) { note(reason, in: \.unreadable) }

    mutating func noteUnnamed(_ reason: FeedConversation.UnnamedFrame) {
        note(reason.rawValue, in: \.unnamed)
    }

    private mutating func note(_ reason: String, in kind: WritableKeyPath<Self, Noted?>) {
        messageCount += 1
        var noted = self[keyPath: kind] ?? Noted(count: 0, number: messageCount, reason: reason)
        noted.count += 1
        self[keyPath: kind] = noted
    }

    /// One line for each channel, and one for each kind of what was not taken as it is.
    package var lines: [String] {
        channels.map { "\(FigureFormat.counted($0.frames, "frame")) of \($0.name)" }
            + reservations.map { "\(source): \($0)" }
    }

    /// What was not taken as it is, in words.
    var reservations: [String] {
        let messages = FigureFormat.counted(messageCount, "message")
        var reservations: [String] = []
        if let unreadable {
            reservations.append(
                """
                \(unreadable.count) of \(messages) are not WAMP; the first is number \
                \(unreadable.number): \(unreadable.reason)
                """)
        }
        if let unnamed {
            reservations.append(
                """
                \(unnamed.count) of \(messages) are left out, as the channel of the frame is not \
                known; name it with --channel; the first is number \(unnamed.number): \
                \(unnamed.reason)
                """)
        }
        if untimedCount > 0 {
            reservations.append(
                "\(untimedCount) of \(messages) have no time, and got that of the one before")
        }
        return reservations
    }
}
