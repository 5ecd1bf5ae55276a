/// A moment at which a reader of a channel came to see a state of the server.
package struct Sight: Equatable, Sendable {
    package enum Kind: Sendable {
        /// The changes of the frame with that version.
        case frame
        /// Word that changes were dropped, those of the frame with that version
        /// among them; the reader reads everything again.
        case droppedFrame
        /// A dump: a whole state, with all frames up to that version.
        case dump
    }

    package var kind: Kind
    package var version: UInt64
    /// In nanoseconds, on the machine's monotonic clock.
    package var time: UInt64

    package init(_ kind: Kind, version: UInt64, time: UInt64) {
        self.kind = kind
        self.version = version
        self.time = time
    }
}
