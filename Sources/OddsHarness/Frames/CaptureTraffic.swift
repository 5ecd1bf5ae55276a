import OddsCapture
import OddsWire

/// A capture offered at a rate: its frames in order, repeated from the
/// beginning for as long as the schedule needs them. To a client, a repetition
/// looks like a reconnect, because the dump replaces all state.
///
/// The value only describes the file, so it can be used from any thread.
public struct CaptureTraffic: Sendable {
    /// The capture file.
    public let path: String
    /// The names of the channels, in order of first appearance.
    public let channelNames: [String]
    /// The number of frames up to and including the first dump, which make up
    /// the initial state.
    public let preloadCount: Int
    /// The number of UPDATE records of type BETTING_OFFER in the whole file.
    public let updateCount: Int

    /// Reads the file once, to describe and to check it.
    ///
    /// - Parameter path: A capture, plain or compressed.
    /// - Throws: `CaptureError` if the file is not a capture; `HarnessError` if
    ///   it has no dump, or no updates for a rate to count.
    /// - Complexity: O(bytes).
    public init(path: String) throws {
        var channels = ChannelNumbers()
        var counter = UpdateCounter()
        var frameCount = 0
        var updateCount = 0
        var preloadCount: Int?
        try Self.forEachFrame(of: path) { frame in
            frameCount += 1
            _ = channels.number(of: frame.channel)
            let content = frame.bytes.withUnsafeBytes { counter.content(of: $0) }
            updateCount += content.updateCount
            if content.isDump, preloadCount == nil { preloadCount = frameCount }
            return true
        }
        guard let preloadCount else {
            throw HarnessError.unusableCapture(
                "\(path) has no INITIAL_DUMP, so there would be nothing to show")
        }
        guard updateCount > 0 else {
            throw HarnessError.unusableCapture(
                "\(path) has no UPDATE of a BETTING_OFFER, which is what rates count")
        }
        self.path = path
        self.preloadCount = preloadCount
        self.updateCount = updateCount
        channelNames = channels.names
    }

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
        var channels = ChannelNumbers()
        var counter = UpdateCounter()
        var frameCount = 0
        var scheduledUpdateCount = 0
        var isDone = false
        while !isDone {
            try Self.forEachFrame(of: path) { frame in
                frameCount += 1
                let channel = channels.number(of: frame.channel)
                let isPreload = frameCount <= preloadCount
                let due = UInt64(Double(scheduledUpdateCount) * 1e9 / updatesPerSecond)
                isDone = due >= endNanoseconds
                guard !isDone else { return false }
                try frame.bytes.withUnsafeBytes { bytes in
                    let updateCount = counter.content(of: bytes).updateCount
                    let ticket = FrameTicket(
                        intendedNanoseconds: isPreload ? 0 : due, updateCount: updateCount,
                        channel: channel, isPreload: isPreload)
                    try body(bytes, ticket)
                    if !isPreload { scheduledUpdateCount += updateCount }
                }
                return true
            }
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

/// Counts the updates in frames.
private struct UpdateCounter: ~Copyable {
    private var parser = FrameParser()
    private var batch = FrameBatch()

    mutating func content(
        of frame: UnsafeRawBufferPointer
    ) -> (isDump: Bool, updateCount: Int) {
        guard (try? parser.parse(frame, into: &batch)) != nil else { return (false, 0) }
        var updateCount = 0
        for position in 0..<batch.count {
            let record = batch[position]
            if record.type == .bettingOffer, record.operation == .patch { updateCount += 1 }
        }
        return (batch.messageType == .initialDump, updateCount)
    }
}
