/// The space that frames take in a ring.
package struct FrameVolume: Equatable, Sendable {
    /// Includes the head of each frame, but not the ring's own header.
    package private(set) var byteCount = 0

    package init() {}

    /// Adds a frame of `frameBytes` bytes.
    package mutating func add(_ frameBytes: Int) {
        byteCount += FrameRing.Head.entryBytes(frameBytes)
    }
}
