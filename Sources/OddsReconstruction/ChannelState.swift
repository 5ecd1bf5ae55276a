import OddsModel
import OddsWire

/// What a channel knows beside the entities: its version, its counters and the
/// frames that wait for the first dump.
@usableFromInline
struct ChannelState {
    @usableFromInline
    enum Admission {
        case apply
        case hold
        case drop
    }

    private enum Mode {
        /// Until a dump comes, updates are held.
        case holding
        /// Until a dump comes that was asked for, updates are applied, and kept
        /// to be applied again after it.
        case keeping
        case following
    }

    @usableFromInline private(set) var counters = ChannelCounters()
    /// The number of the state's version, if it has one.
    private(set) var versionNumber: UInt64?
    /// How many digits it was received with, leading zeros included. The text
    /// itself would be one allocation a frame.
    private var versionDigitCount = 0
    /// What becomes of updates.
    private var mode = Mode.holding
    /// Of the dump applied last.
    private(set) var dumpVersionNumber: UInt64?
    /// The versions of the frames that the last dump released, as far as they
    /// were not applied before.
    private(set) var releasedVersions: [UInt64] = []
    /// Updates whose changes were lost: newer than the last dump, but older
    /// than the state when they came, or dropped while they were held.
    private(set) var missedFrameCount = 0
    /// Whether the frame admitted last is the dump that releases held frames.
    @usableFromInline private(set) var isFirstDump = false
    private var held = HeldFrames()

    @usableFromInline init() {}

    var version: FrameVersion? {
        versionNumber.map {
            let digits = String($0)
            let zeros = String(repeating: "0", count: versionDigitCount - digits.utf8.count)
            return FrameVersion(number: $0, text: zeros + digits)
        }
    }

    /// Decides about a legal frame (EM-D1, EM-D3, EM-V3). Adopts the version of a
    /// frame that is to be applied; keeps a frame that is to be held.
    @usableFromInline
    mutating func admit(
        _ batch: borrowing FrameBatch, _ frame: UnsafeRawBufferPointer
    ) -> Admission {
        isFirstDump = false
        switch batch.messageType {
        case .initialDump:
            isFirstDump = mode != .following
            mode = .following
            setVersion(of: batch)
            dumpVersionNumber = versionNumber
            if !releasedVersions.isEmpty { releasedVersions = [] }
            return .apply
        case .update:
            switch mode {
            case .following: return admitUpdate(batch)
            case .holding:
                hold(frame, wasApplied: false)
                return .hold
            case .keeping:
                let admission = admitUpdate(batch)
                hold(frame, wasApplied: admission == .apply)
                return admission
            }
        }
    }

    /// Decides by the version (EM-V3).
    private mutating func admitUpdate(_ batch: borrowing FrameBatch) -> Admission {
        guard let number = batch.versionNumber else { return .apply }
        if let versionNumber, number < versionNumber {
            counters.framesStale += 1
            if number > dumpVersionNumber ?? 0 { missedFrameCount += 1 }
            return .drop
        }
        setVersion(of: batch)
        return .apply
    }

    private mutating func hold(_ frame: UnsafeRawBufferPointer, wasApplied: Bool) {
        held.append(frame, wasApplied: wasApplied)
        missedFrameCount += held.droppedCount - counters.framesHeldDropped
        counters.framesHeld = held.count
        counters.framesHeldDropped = held.droppedCount
    }

    /// Notes that a held frame has been applied for the first time.
    @usableFromInline
    mutating func noteReleased() {
        if let versionNumber { releasedVersions.append(versionNumber) }
    }

    /// Frames are those of a new connection from now on (EM-D1).
    mutating func holdUntilDump() {
        _ = takeHeldFrames()
        mode = .holding
    }

    /// A dump was asked for on the connection that the state is of. Nothing
    /// changes for a channel that holds updates already.
    mutating func keepUntilDump() {
        if mode == .following { mode = .keeping }
    }

    /// The dump asked for will not come.
    mutating func stopKeeping() {
        guard mode == .keeping else { return }
        _ = takeHeldFrames()
        mode = .following
    }

    private mutating func setVersion(of batch: borrowing FrameBatch) {
        versionNumber = batch.versionNumber
        versionDigitCount = batch.versionDigitCount
    }

    @usableFromInline
    mutating func countRejection() { counters.framesRejected += 1 }

    /// Counts a frame that was applied.
    @usableFromInline
    mutating func count(_ counts: ApplyCounts, _ batch: borrowing FrameBatch) {
        counters.count(counts, rejected: batch.rejectedRecordCount)
    }

    @usableFromInline
    mutating func takeHeldFrames() -> ArraySlice<HeldFrame> {
        counters.framesHeld = 0
        return held.takeAll()
    }
}
