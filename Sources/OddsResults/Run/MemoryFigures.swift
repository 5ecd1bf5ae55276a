/// The memory of a run's process, in bytes. Figures that cannot be read are
/// `nil`. Resident set sizes exclude the memory for the frames.
public struct MemoryFigures: Codable, Equatable, Sendable {
    /// The resident set size before the strategy was created.
    public var residentBytesBefore: Int?
    /// The peak of the resident set size from then until the window closed.
    public var residentBytesPeak: Int?
    /// The resident set size after the last frame.
    public var residentBytesAfter: Int?
    /// Live heap bytes after the last frame.
    public var allocatedBytes: Int?
    /// Bytes of the heap pages in use after the last frame.
    public var activeBytes: Int?
    /// The size of the memory for the frames.
    public var frameBufferBytes: Int

    package init(frameBufferBytes: Int) { self.frameBufferBytes = frameBufferBytes }
}
