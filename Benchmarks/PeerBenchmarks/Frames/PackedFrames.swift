/// Frames one behind the other.
struct PackedFrames {
    private(set) var bytes: [UInt8] = []
    /// Where each frame starts, and where the last one ends.
    private(set) var offsets = [0]

    init() {}

    var count: Int { offsets.count - 1 }

    mutating func append(_ frame: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: frame)
        offsets.append(bytes.count)
    }

    mutating func append(_ frames: PackedFrames) {
        let start = bytes.count
        bytes += frames.bytes
        offsets += frames.offsets.dropFirst().map { start + $0 }
    }
}

extension FrameSet {
    /// One frame.
    convenience init(name: String, frame: UnsafeRawBufferPointer) {
        var packed = PackedFrames()
        packed.append(frame)
        self.init(name: name, frames: packed, initialCount: 1)
    }
}
