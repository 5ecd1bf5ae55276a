import OddsCapture

/// A capture offered at a rate or at its recorded times: its frames in order,
/// repeated from the beginning for as long as the schedule needs them. To a
/// client, a repetition looks like a reconnect, because the dump replaces all
/// state. At recorded times it begins one mean interval after the last frame.
///
/// The value only describes the file, so it can be used from any thread.
public struct CaptureTraffic: Sendable {
    /// The capture file.
    public let path: String
    /// Whose wire the frames are on.
    public let provider: FeedProvider
    /// The names of the channels, in order of first appearance.
    public let channelNames: [String]
    /// The number of frames that make up the initial state: up to and including the first
    /// dump, and on a socket the last dump ahead of changes.
    public let preloadCount: Int
    /// The number of UPDATE records of type BETTING_OFFER in the whole file.
    public let updateCount: Int
    private let times: RecordedTimesCheck

    /// Reads the file once, to describe and to check it.
    ///
    /// - Parameter path: A capture, plain or compressed.
    /// - Throws: `CaptureError` if the file is not a capture; `HarnessError` if
    ///   it has no dump, no updates for a rate to count, or too many contents.
    /// - Complexity: O(bytes).
    public init(path: String) throws {
        var channels = ChannelNumbers()
        var counter = FrameContentReader()
        var frameCount = 0
        var updateCount = 0
        var initialState = InitialState()
        var times = RecordedTimesCheck()
        var provider = FeedProvider.everyMatrix
        try Self.forEachFrame(of: path) { frame in
            frameCount += 1
            provider = frame.provider
            _ = channels.number(of: frame.channel)
            let content = counter.content(of: frame)
            updateCount += content.updateCount
            times.note(
                frame.at, isInitialDump: initialState.isPart(content, of: provider, frameCount))
            return true
        }
        guard frameCount > 0 else { throw CaptureError.noFrames(file: path) }
        guard !counter.hasTooManyContents else {
            throw HarnessError.unusableCapture("\(path): \(TooManyContents())")
        }
        guard let preloadCount = initialState.frameCount else {
            throw HarnessError.unusableCapture(
                "\(path) has no INITIAL_DUMP and no REFRESHED, so there would be nothing to show")
        }
        guard updateCount > 0 else {
            throw HarnessError.unusableCapture(
                "\(path) has no UPDATE of a BETTING_OFFER, which is what rates count")
        }
        self.path = path
        self.provider = provider
        self.preloadCount = preloadCount
        self.updateCount = updateCount
        self.times = times
        channelNames = channels.names
    }

    /// What the frames belong to.
    package var feed: FeedChannels { FeedChannels(channelNames, of: provider) }

    /// Whether the recorded times make a schedule.
    ///
    /// - Throws: `HarnessError` if they decrease, or are all the same.
    package func checkRecordedTimes() throws { _ = try times.times(of: path) }

    /// Calls `body` with each frame that is due before `endNanoseconds`: first
    /// the initial state, then the schedule, in which a frame is due once the
    /// updates before it have taken their time at `updatesPerSecond`.
    ///
    /// - Complexity: O(bytes); each repetition reads the file again.
    package func forEachFrame(
        updatesPerSecond: Double, until endNanoseconds: UInt64,
        _ body: (UnsafeRawBufferPointer, FrameTicket) throws -> Void
    ) throws {
        precondition(updatesPerSecond > 0)
        try forEachFrame(until: endNanoseconds, body) { _, _, scheduledUpdateCount in
            UInt64(Double(scheduledUpdateCount) * 1e9 / updatesPerSecond)
        }
    }

    /// The same, paced in either way. Time 0 of recorded times is that of the
    /// first dump.
    ///
    /// - Throws: `HarnessError` if the recorded times are asked for and make no
    ///   schedule.
    package func forEachFrame(
        _ pacing: CapturePacing, until endNanoseconds: UInt64,
        _ body: (UnsafeRawBufferPointer, FrameTicket) throws -> Void
    ) throws {
        switch pacing {
        case .rate(let rate):
            try forEachFrame(updatesPerSecond: Double(rate), until: endNanoseconds, body)
        case .recorded(let speed):
            precondition(speed > 0)
            let times = try times.times(of: path)
            try forEachFrame(until: endNanoseconds, body) { time, round, _ in
                times.due(time, round: round, speed: speed)
            }
        }
    }

    /// - Parameter due: when a frame is due, by its recorded time, the number of
    ///   repetitions before it, and the number of updates scheduled before it.
    private func forEachFrame(
        until endNanoseconds: UInt64,
        _ body: (UnsafeRawBufferPointer, FrameTicket) throws -> Void,
        due: (Int64, _ round: Int, _ scheduledUpdateCount: Int) -> UInt64
    ) throws {
        var channels = ChannelNumbers()
        var counter = FrameContentReader()
        var frameCount = 0
        var scheduledUpdateCount = 0
        var round = 0
        var isDone = false
        while !isDone {
            try Self.forEachFrame(of: path) { frame in
                frameCount += 1
                let channel = channels.number(of: frame.channel)
                let isPreload = frameCount <= preloadCount
                let due = isPreload ? 0 : due(frame.at, round, scheduledUpdateCount)
                isDone = due >= endNanoseconds
                guard !isDone else { return false }
                let updateCount = counter.content(of: frame).updateCount
                try frame.bytes.withUnsafeBytes { bytes in
                    let ticket = FrameTicket(
                        intendedNanoseconds: due, updateCount: updateCount,
                        channel: channel, isPreload: isPreload)
                    try body(bytes, ticket)
                    if !isPreload { scheduledUpdateCount += updateCount }
                }
                return true
            }
            round += 1
        }
    }

    /// Calls `body` with each frame, until it returns `false`.
    private static func forEachFrame(
        of path: String, _ body: (CaptureFrame) throws -> Bool
    ) throws {
        var reader = try CaptureReader(path: path)
        while let frame = try reader.next() {
            guard try body(frame) else { return }
        }
    }
}

/// Numbers channels in order of first appearance, by the bytes of their names.
struct ChannelNumbers {
    private(set) var names: [String] = []
    private var numbers: [[UInt8]: Int] = [:]

    mutating func number(of name: String) -> Int {
        let key = Array(name.utf8)
        if let number = numbers[key] { return number }
        numbers[key] = names.count
        names.append(name)
        return names.count - 1
    }
}
