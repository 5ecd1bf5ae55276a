import SimdjsonPeer

/// Frames ready in memory, one behind the other in one buffer, with the padding
/// behind the last that simdjson asks for. The first `initialCount` make up the
/// state that the others change.
///
/// Not written to once it is made; any thread may read it.
public final class FrameSet {
    /// The workload's name in reports.
    public let name: String
    public let initialCount: Int
    /// For each frame: how many readable records it has.
    let recordCounts: [Int]
    /// For each frame: the events to which its records belong, as positions in
    /// server order. Empty for the initial frames.
    let touchedEvents: [[Int]]
    private let buffer: UnsafeMutableRawBufferPointer
    private let offsets: [Int]

    /// Copies the frames and reads them once, for their records and events.
    init(name: String, frames: PackedFrames, initialCount: Int) throws {
        self.name = name
        self.initialCount = initialCount
        offsets = frames.offsets
        let byteCount = frames.bytes.count
        buffer = .allocate(
            byteCount: byteCount + Int(SimdjsonPeerPadding), alignment: 64)
        buffer.copyBytes(from: frames.bytes)
        buffer[byteCount...].initializeMemory(as: UInt8.self, repeating: 0)
        var survey = FrameSurvey()
        for index in 0..<frames.count {
            let bytes = buffer[offsets[index]..<offsets[index + 1]]
            try survey.read(
                UnsafeRawBufferPointer(rebasing: bytes), isInitial: index < initialCount)
        }
        recordCounts = survey.recordCounts
        touchedEvents = survey.touchedEvents
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

    public func recordCount(of range: Range<Int>) -> Int { recordCounts[range].reduce(0, +) }
}
