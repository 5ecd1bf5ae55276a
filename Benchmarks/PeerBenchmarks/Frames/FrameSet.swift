import SimdjsonPeer

/// Frames ready in memory, one behind the other in one buffer, with the padding
/// behind the last that simdjson asks for. The first `initialCount` make up the
/// state that the others change.
///
/// One thread owns it.
public final class FrameSet {
    /// The workload's name in reports.
    public let name: String
    /// Where the frames are from, for errors.
    let origin: String
    public let initialCount: Int
    private let buffer: UnsafeMutableRawBufferPointer
    private let offsets: [Int]
    private lazy var survey = FrameSurvey(of: self)

    /// The number of frames after which they begin anew.
    private let period: Int

    /// Copies the frames.
    ///
    /// - Parameters:
    ///   - origin: where they are from; by default the name says it.
    ///   - period: the number of frames after which they begin anew, if they do.
    init(
        name: String, frames: PackedFrames, initialCount: Int, origin: String? = nil,
        period: Int? = nil
    ) {
        self.name = name
        self.origin = origin ?? "\(name) frames"
        self.period = period ?? frames.count
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
        origin = "the \(name)"
        period = 1
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

    /// The frame at `index`, for errors.
    func description(of index: Int) -> String { "frame \(index % period + 1) of \(origin)" }

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
