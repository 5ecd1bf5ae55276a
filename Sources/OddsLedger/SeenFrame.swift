/// A frame that a reader received the changes of, or word that they were
/// dropped, and when it passed each stage on the way, in nanoseconds of the
/// machine's monotonic clock.
package struct SeenFrame: Sendable {
    /// When the server meant to send it; 0 if it does not say.
    package var intended: UInt64
    /// When it was read from the socket.
    package var received: UInt64
    package var decoded: UInt64
    package var applied: UInt64
    /// The version of the state with the frame; that of a dump is its own,
    /// without the frames that it released. `nil` if it has none.
    package var version: UInt64?
    /// Whether it is a dump.
    package var isDump: Bool
    /// The versions of the held frames that a dump released, as far as they
    /// were not applied before.
    package var releasedVersions: [UInt64]

    package init(
        intended: UInt64, received: UInt64, decoded: UInt64, applied: UInt64, version: UInt64?,
        isDump: Bool = false, releasedVersions: [UInt64] = []
    ) {
        self.intended = intended
        self.received = received
        self.decoded = decoded
        self.applied = applied
        self.version = version
        self.isDump = isDump
        self.releasedVersions = releasedVersions
    }
}
