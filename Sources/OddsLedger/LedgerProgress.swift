/// How far a server's ledger has come.
package struct LedgerProgress: Codable, Equatable, Sendable {
    /// The number of frames noted.
    package var frames: Int
    /// The number of frames left out because they were older than the state.
    package var staleFrames: Int
    /// The largest number of frames that the ledger holds.
    package var framesMax: Int
    /// Whether frames are missing because of that.
    package var isFull: Bool
    /// Every frame that was due before this time, in nanoseconds on the
    /// machine's monotonic clock, is noted and has been handed over.
    package var coversUntil: UInt64

    package init(_ ledger: FrameLedger, coversUntil: UInt64) {
        frames = ledger.frameCount
        staleFrames = ledger.staleCount
        framesMax = ledger.frameCountMax
        isFull = ledger.isFull
        self.coversUntil = coversUntil
    }
}
