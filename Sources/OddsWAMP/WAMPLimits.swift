/// The bounds of messages and sessions. The transport bounds the size.
package enum WAMPLimits {
    /// Nesting of a message: the depth that the feed contract allows a frame,
    /// and the two levels around it.
    package static let levelsMax = 66
    /// 2⁵³, from the WAMP specification.
    package static let idMax: WAMPID = 1 << 53
    /// Open requests of a client session, so that a peer that never answers
    /// cannot fill the memory.
    package static let pendingRequestsMax = 65_536
}
