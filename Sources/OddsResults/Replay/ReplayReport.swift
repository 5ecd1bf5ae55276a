/// A frame of a capture that was rejected as a whole.
package struct RejectedFrame: Codable, Equatable, Sendable {
    /// Its position in the replay, over all channels and files, from 1.
    package let frame: Int
    /// The offset of the first offending byte; 0 for an error of the whole
    /// frame.
    package let byteOffset: Int
    package let reason: String

    package init(frame: Int, byteOffset: Int, reason: String) {
        self.frame = frame
        self.byteOffset = byteOffset
        self.reason = reason
    }
}

/// The outcome of a replay for one channel.
package struct ChannelReport: Codable, Equatable, Sendable {
    /// Frames and records by outcome.
    package struct Counters: Codable, Equatable, Sendable {
        package var framesApplied = 0
        package var framesRejected = 0
        package var framesStale = 0
        package var framesHeld = 0
        package var framesHeldDropped = 0
        package var recordsApplied = 0
        package var recordsRejected = 0
        package var orphanUpdates = 0
        package var orphanDeletes = 0
        /// Changes of a content that came before it was whole; `nil` for a channel.
        package var changesBeforeRefreshed: Int?
        /// Changes of a content that are ignored; `nil` for a channel.
        package var changesIgnored: Int?

        package init() {}
    }

    package let channel: String
    /// The last version applied; `nil` if no frame had one.
    package let version: String?
    package let counters: Counters
    package let eventCount: Int
    /// The rejected frames.
    package let rejects: [RejectedFrame]

    package init(
        channel: String, version: String?, counters: Counters, eventCount: Int,
        rejects: [RejectedFrame]
    ) {
        self.channel = channel
        self.version = version
        self.counters = counters
        self.eventCount = eventCount
        self.rejects = rejects
    }
}

/// The outcome of a replay for a socket that carries many contents.
package struct SocketReport: Codable, Equatable, Sendable {
    package let counts: SocketCounts
    /// Frames that are ignored because their type is unknown or absent.
    package let framesIgnored: Int
    /// The rejected frames.
    package let rejects: [RejectedFrame]

    package init(counts: SocketCounts, framesIgnored: Int, rejects: [RejectedFrame]) {
        self.counts = counts
        self.framesIgnored = framesIgnored
        self.rejects = rejects
    }
}

/// The outcome of a replay with one strategy.
package struct ReplayReport: Sendable {
    package let strategy: String
    /// The channels, in order of first appearance.
    package let channels: [ChannelReport]
    /// `nil` unless the frames are those of a socket.
    package let socket: SocketReport?
    /// The canonical snapshot document.
    package let snapshot: [UInt8]
    /// SHA-256 of the snapshot.
    package let digest: String

    package init(
        strategy: String, channels: [ChannelReport], socket: SocketReport? = nil,
        snapshot: [UInt8], digest: String
    ) {
        self.strategy = strategy
        self.channels = channels
        self.socket = socket
        self.snapshot = snapshot
        self.digest = digest
    }
}

/// The output of `bench replay --format json`: the document
/// `oddsbench.replay/1`.
package struct ReplayDocument: Encodable {
    package struct Strategy: Encodable {
        package let strategy: String
        /// SHA-256 of the canonical snapshot.
        package let digest: String
    }

    package let schema = "oddsbench.replay/1"
    package let files: [String]
    package let channels: [ChannelReport]
    package let socket: SocketReport?
    package let strategies: [Strategy]

    package init(files: [String], _ reports: [ReplayReport]) {
        self.files = files
        channels = reports.first?.channels ?? []
        socket = reports.first?.socket
        strategies = reports.map { Strategy(strategy: $0.strategy, digest: $0.digest) }
    }
}
