/// The limits of a frame, from EM-F3 of the feed contract.
public enum WireLimits {
    /// A frame's text; larger ones are rejected unread.
    public static let frameBytesMax = 64 << 20
    /// Levels of objects and arrays, the frame's own object being the first.
    public static let depthMax = 64
}
