/// The room that frames take in a ring.
public struct FrameVolume: Equatable, Sendable {
    /// With the head of each frame; what a ring's own header takes is not part
    /// of it.
    public private(set) var byteCount = 0

    public init() {}

    /// Adds a frame of so many bytes.
    public mutating func add(_ frameBytes: Int) {
        byteCount += FrameRing.Head.entryBytes(frameBytes)
    }
}
