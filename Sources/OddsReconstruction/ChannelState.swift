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

    @usableFromInline private(set) var counters = ChannelCounters()
    /// The number of the state's version, if it has one.
    private var versionNumber: UInt64?
    /// How many digits it was received with, leading zeros included. The text
    /// itself would be one allocation a frame.
    private var versionDigitCount = 0
    private var hasState = false
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

    /// Decides about a legal frame (rules 3, 4 and 5), takes over its version
    /// if it is to be applied, and keeps it if it is to be held.
    @usableFromInline
    mutating func admit(
        _ batch: borrowing FrameBatch, _ frame: UnsafeRawBufferPointer
    ) -> Admission {
        isFirstDump = false
        switch batch.messageType {
        case .initialDump:
            isFirstDump = !hasState
            hasState = true
            setVersion(of: batch)
        case .update:
            guard hasState else {
                held.append(frame)
                counters.framesHeld = held.count
                counters.framesHeldDropped = held.droppedCount
                return .hold
            }
            if let number = batch.versionNumber {
                if let versionNumber, number < versionNumber {
                    counters.framesStale += 1
                    return .drop
                }
                setVersion(of: batch)
            }
        }
        return .apply
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
        counters.framesApplied += 1
        counters.recordsApplied += counts.applied
        counters.recordsRejected += batch.rejectedRecordCount
        counters.orphanUpdates += counts.orphanUpdates
        counters.orphanDeletes += counts.orphanDeletes
    }

    @usableFromInline
    mutating func takeHeldFrames() -> ArraySlice<[UInt8]> {
        counters.framesHeld = 0
        return held.takeAll()
    }
}
