import OddsReconstruction

/// A frame of a capture that was rejected as a whole.
public struct RejectedFrame: Codable, Equatable, Sendable {
    /// Its number in the replay, over all channels and files, from 1.
    public let frame: Int
    /// The offset of the first offending byte; 0 for a wrong shape.
    public let byteOffset: Int
    public let reason: String
}

/// What became of one channel's frames in a replay.
public struct ChannelReport: Encodable, Equatable, Sendable {
    public let channel: String
    public let version: String?
    public let counters: ChannelCounters
    public let eventCount: Int
    /// The first few of the rejected frames.
    public internal(set) var rejects: [RejectedFrame]

    private enum CodingKeys: String, CodingKey {
        case channel, version, counters, eventCount, rejects
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(channel, forKey: .channel)
        try container.encode(version, forKey: .version)
        try container.encode(eventCount, forKey: .eventCount)
        try container.encode(rejects, forKey: .rejects)
        try container.encode(counters, forKey: .counters)
    }
}

/// What one strategy made of a replay.
public struct ReplayReport: Sendable {
    public let strategy: String
    /// In order of first appearance.
    public let channels: [ChannelReport]
    /// The canonical snapshot document.
    public let snapshot: [UInt8]
}
