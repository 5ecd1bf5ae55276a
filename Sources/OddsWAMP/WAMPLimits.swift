/// What a message may be. The size limit is the transport's.
public enum WAMPLimits {
    /// As deep as the feed contract allows a frame to be, which stands two
    /// levels inside its message.
    public static let levelsMax = 66
    /// 2⁵³, from the WAMP specification.
    public static let idMax: WAMPID = 1 << 53
    /// Requests that a client session has open at once, so that a peer that
    /// never answers cannot fill the memory.
    public static let pendingRequestsMax = 65_536
}
