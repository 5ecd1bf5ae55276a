/// The limits of a frame, from EM-F3 of the feed contract.
public enum WireLimits {
    /// A frame's text; larger ones are rejected unread.
    public static let frameBytesMax = 64 << 20
    /// Levels of objects and arrays, the frame's own object being the first.
    public static let depthMax = 64
    /// Contents that the elements of a recorded socket open (SR-K2), as many as a capture
    /// has channels at most. A frame of 64 MiB can name a million, each of which costs
    /// some 25 KB a strategy before its first entity.
    public static let contentsMax = 4_096
}
