/// Puts beats together again. A beat of which a part is lost is given up for the next.
package struct BeatAssembler: Sendable {
    /// Beats that were given up, and parts that came late or contradict others.
    package private(set) var dropped = 0
    private var first: Beat?
    private var parts = 0
    private var seen: Set<Int> = []
    private var numbers: [TopicToken: UInt64] = [:]

    /// An assembler without a beat.
    package init() {}

    /// Takes a part, and returns its beat once no part is missing.
    ///
    /// - Complexity: O(topics of the part).
    package mutating func receive(_ part: BeatPart) -> Beat? {
        let beat = part.beat
        if let first, !first.isSameBeat(as: beat) {
            dropped += 1
            guard (beat.epoch, beat.nanoseconds) > (first.epoch, first.nanoseconds) else {
                return nil
            }
            clear()
        }
        if first == nil {
            first = beat
            parts = part.part.parts
        }
        guard parts == part.part.parts, !seen.contains(part.part.part),
            numbers.count + beat.numbers.count <= FleetLimits.topicsMax
        else {
            dropped += 1
            return nil
        }
        seen.insert(part.part.part)
        numbers.merge(beat.numbers) { max($0, $1) }
        guard seen.count == parts else { return nil }
        let whole = Beat(
            epoch: beat.epoch, nanoseconds: beat.nanoseconds, isPaused: beat.isPaused,
            bootID: beat.bootID, numbers: numbers)
        clear()
        return whole
    }

    private mutating func clear() {
        first = nil
        seen = []
        numbers = [:]
    }
}

extension Beat {
    fileprivate func isSameBeat(as other: Beat) -> Bool {
        epoch == other.epoch && nanoseconds == other.nanoseconds && isPaused == other.isPaused
            && bootID == other.bootID
    }
}
