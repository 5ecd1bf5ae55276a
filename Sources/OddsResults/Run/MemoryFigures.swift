/// What a run took of memory, in bytes. Figures that could not be read are
/// `nil`.
public struct MemoryFigures: Codable, Equatable, Sendable {
    /// Resident before the strategy existed; without the frames' mapping, like
    /// all resident figures.
    public var residentBytesBefore: Int?
    /// The most that was resident from then until the window closed.
    public var residentBytesPeak: Int?
    /// Resident after the last frame.
    public var residentBytesAfter: Int?
    /// Live heap bytes of the process after the last frame.
    public var allocatedBytes: Int?
    /// Bytes of the heap pages in use after the last frame.
    public var activeBytes: Int?
    /// The mapping in which the frames lie.
    public var frameBufferBytes: Int

    public init(frameBufferBytes: Int) { self.frameBufferBytes = frameBufferBytes }
}
