/// One channel, computed from scratch after every frame, straight from the
/// feed contract. Nothing in here is shared with the code that it checks.
package struct ReferenceChannel: Sendable {
    package enum Disposition: Equatable, Sendable {
        case applied, stale, held
        case rejected(ReferenceRejection)
    }

    package struct Counters: Equatable, Sendable {
        package var framesApplied = 0
        package var framesRejected = 0
        package var framesStale = 0
        package var framesHeld = 0
        package var framesHeldDropped = 0
        package var recordsApplied = 0
        package var recordsRejected = 0
        package var orphanUpdates = 0
        package var orphanDeletes = 0

        package init() {}
    }

    package static let heldFrameCountMax = 1024
    package static let heldByteCountMax = 64 * 1024 * 1024

    package private(set) var counters = Counters()
    package private(set) var version: ReferenceVersion?
    package private(set) var state = ReferenceState()
    private var hasDump = false
    private var held: [(frame: ReferenceFrame, byteCount: Int)] = []

    package init() {}

    /// Takes a frame; returns what became of it, and the changes of each frame
    /// that was applied: itself, and the held ones that it released.
    package mutating func receive(
        _ bytes: [UInt8]
    ) -> (disposition: Disposition, changes: [ReferenceChanges]) {
        let frame: ReferenceFrame
        do throws(ReferenceRejection) {
            frame = try ReferenceFrame(bytes)
        } catch {
            counters.framesRejected += 1
            return (.rejected(error), [])
        }
        if !hasDump && !frame.isDump {
            hold(frame, byteCount: bytes.count)
            return (.held, [])
        }
        guard let changes = applyUnlessStale(frame) else { return (.stale, []) }
        guard !hasDump else { return (.applied, [changes]) }

        hasDump = true
        let released = held
        held = []
        counters.framesHeld = 0
        return (.applied, [changes] + released.compactMap { applyUnlessStale($0.frame) })
    }

    private mutating func hold(_ frame: ReferenceFrame, byteCount: Int) {
        held.append((frame, byteCount))
        while held.count > Self.heldFrameCountMax
            || held.reduce(0, { $0 + $1.byteCount }) > Self.heldByteCountMax {
            held.removeFirst()
            counters.framesHeldDropped += 1
        }
        counters.framesHeld = held.count
    }

    /// `nil` if the frame is stale (EM-V3).
    private mutating func applyUnlessStale(_ frame: ReferenceFrame) -> ReferenceChanges? {
        if frame.isDump {
            version = frame.version
        } else if let newer = frame.version {
            if let version, newer.number < version.number {
                counters.framesStale += 1
                return nil
            }
            version = newer
        }
        let (counts, changes) = state.apply(frame)
        counters.framesApplied += 1
        counters.recordsApplied += counts.applied
        counters.recordsRejected += counts.rejected
        counters.orphanUpdates += counts.orphanUpdates
        counters.orphanDeletes += counts.orphanDeletes
        return changes
    }

    /// The tree and the reference entities as they are now.
    package func tree() -> ReferenceTree { ReferenceTree(state) }
}
