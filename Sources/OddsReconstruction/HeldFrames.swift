/// A frame that waits for a dump.
@usableFromInline
struct HeldFrame {
    @usableFromInline let content: [UInt8]
    /// Whether it was applied when it came, and will be once more.
    @usableFromInline let wasApplied: Bool
}

/// The frames that wait for a channel's first dump (EM-D1 of the feed
/// contract), as texts in order of arrival. Bounded: the oldest are dropped.
struct HeldFrames {
    private var frames: [HeldFrame] = []
    /// The position of the oldest frame in `frames`.
    private var first = 0
    private var byteCount = 0
    /// Frames dropped so far for want of room.
    private(set) var droppedCount = 0

    var count: Int { frames.count - first }

    /// - Complexity: amortized O(bytes of the frame).
    mutating func append(_ frame: UnsafeRawBufferPointer, wasApplied: Bool) {
        frames.append(HeldFrame(content: Array(frame), wasApplied: wasApplied))
        byteCount += frame.count
        while count > ChannelLimits.heldFramesMax || byteCount > ChannelLimits.heldBytesMax {
            byteCount -= frames[first].content.count
            frames[first] = HeldFrame(content: [], wasApplied: false)
            first += 1
            droppedCount += 1
        }
        if first > ChannelLimits.heldFramesMax {
            frames.removeFirst(first)
            first = 0
        }
    }

    /// All frames, oldest first; none are held after that.
    mutating func takeAll() -> ArraySlice<HeldFrame> {
        defer {
            frames = []
            first = 0
            byteCount = 0
        }
        return frames[first...]
    }
}

/// What a channel may keep, from EM-D1 of the feed contract.
public enum ChannelLimits {
    /// Frames held before the first dump.
    public static let heldFramesMax = 1024
    /// The text of these frames together.
    public static let heldBytesMax = 64 << 20
}
