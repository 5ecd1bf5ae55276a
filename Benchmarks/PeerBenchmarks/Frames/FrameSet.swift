import SimdjsonPeer

/// Frames ready in memory, one behind the other in one buffer, with the padding
/// behind the last that simdjson asks for. The first `initialCount` make up the
/// state that the others change.
///
/// One thread owns it.
public final class FrameSet {
    /// The workload's name in reports.
    public let name: String
    public let initialCount: Int
    private let buffer: UnsafeMutableRawBufferPointer
    private let offsets: [Int]
    private lazy var survey = FrameSurvey(of: self)

    /// Copies the frames.
    init(name: String, frames: PackedFrames, initialCount: Int) {
        self.name = name
        self.initialCount = initialCount
        offsets = frames.offsets
        let byteCount = frames.bytes.count
        buffer = .allocate(
            byteCount: byteCount + Int(SimdjsonPeerPadding), alignment: 64)
        buffer.copyBytes(from: frames.bytes)
        buffer[byteCount...].initializeMemory(as: UInt8.self, repeating: 0)
    }

    /// One initial frame of so many bytes, to be filled.
    init(name: String, byteCount: Int) {
        self.name = name
        initialCount = 1
        offsets = [0, byteCount]
        buffer = .allocate(
            byteCount: byteCount + Int(SimdjsonPeerPadding), alignment: 64)
        buffer[byteCount...].initializeMemory(as: UInt8.self, repeating: 0)
    }

    /// Fills the bytes with what `read` puts into the rest of them, piece by
    /// piece; it returns how many bytes it has written.
    func fill(_ read: (UnsafeMutableRawBufferPointer) throws -> Int) rethrows {
        var filled = 0
        let end = offsets[offsets.count - 1]
        while filled < end {
            filled += try read(UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<end]))
        }
    }

    deinit { buffer.deallocate() }

    /// The number of frames.
    public var count: Int { offsets.count - 1 }

    /// The frames that change the initial state.
    public var updates: Range<Int> { initialCount..<count }

    subscript(index: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: buffer.baseAddress! + offsets[index], count: offsets[index + 1] - offsets[index])
    }

    public func byteCount(of range: Range<Int>) -> Int {
        offsets[range.upperBound] - offsets[range.lowerBound]
    }

    /// How many readable records the frames have.
    public func recordCount(of range: Range<Int>) -> Int {
        survey.recordCounts[range].reduce(0, +)
    }

    /// The events to which a frame's records belong, as positions in server
    /// order. None for the initial frames.
    func touchedEvents(at index: Int) -> [Int] { survey.touchedEvents[index] }
}
