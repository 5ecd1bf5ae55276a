import OddsCapture

/// A session of EM's: of a connection, or of several on it.
struct FeedSession: Hashable {
    let connection: Int
    let number: Int
}

/// The channels of a capture that is made of several sessions. Each session has its own, as
/// the states behind them may differ: the second of a name is called `NAME (2)`.
struct SessionChannels {
    private struct Key: Hashable {
        let name: [UInt8]
        let session: FeedSession
    }

    private var names: [Key: String] = [:]
    private var sessionCounts: [[UInt8]: Int] = [:]
    private var used: Set<[UInt8]> = []

    /// The name of a session's channel in the capture; `nil` if a capture may not have it.
    ///
    /// - Complexity: O(length of the name), expected.
    mutating func name(of channel: String, in session: FeedSession) -> String? {
        let key = Key(name: Array(channel.utf8), session: session)
        if let name = names[key] { return name }
        guard names.count < CaptureLimits.channelsMax else { return nil }
        var count = sessionCounts[key.name, default: 0]
        var name: String
        repeat {
            count += 1
            name = count == 1 ? channel : "\(channel) (\(count))"
        } while !used.insert(Array(name.utf8)).inserted
        guard name.utf8.count <= CaptureLimits.channelBytesMax else { return nil }
        sessionCounts[key.name] = count
        names[key] = name
        return name
    }
}
