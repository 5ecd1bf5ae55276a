/// Joins the schedule of a topic with what a reader of one channel saw of it.
///
/// A frame is *seen* once the reader has its changes. It is *superseded* once
/// the reader has a whole state that is at least as new: a dump, or word that it
/// has to read everything again. A later frame does not supersede an earlier
/// one, because it has changes of its own only.
///
/// Frames of recorded traffic may repeat a version. None is seen or superseded
/// before the server handed it over; and a dump of a version that is repeated
/// need not contain all its frames, so one that comes after it counts from then.
package struct ChannelJoin: Sendable {
    /// What became of a frame.
    package enum Fate: Equatable, Sendable {
        case seen(at: UInt64)
        case superseded(at: UInt64)
        case unseen
    }

    /// The fate of each frame, in the order of the schedule.
    package private(set) var fates: [Fate]
    /// Whether the versions of two epochs overlap, so that it is not known
    /// which frames a state contains.
    package let isAmbiguous: Bool

    private let frames: [LedgerFrame]
    /// The frames of each epoch.
    private let epochs: [Range<Int>]
    /// All frames before this one have their fate.
    private var cursor = 0
    /// The frames with the version of the last dump, after the first of them,
    /// whose fate is that dump although it need not contain them.
    private var doubtful: [Int] = []

    /// - Parameters:
    ///   - frames: The schedule; versions ascend within an epoch.
    ///   - sights: What the reader saw, in order.
    ///   - close: What the reader saw later does not count.
    /// - Complexity: O(sights × log(frames) + frames).
    package init(_ frames: [LedgerFrame], _ sights: some Sequence<Sight>, until close: UInt64) {
        self.frames = frames
        epochs = Self.epochs(of: frames)
        isAmbiguous = Self.overlap(epochs.map { frames[$0.lowerBound].version
            ... frames[$0.upperBound - 1].version })
        fates = Array(repeating: .unseen, count: frames.count)
        guard !frames.isEmpty else { return }
        for sight in sights where sight.time <= close { note(sight) }
    }

    private static func epochs(of frames: [LedgerFrame]) -> [Range<Int>] {
        var epochs: [Range<Int>] = []
        var start = 0
        for index in frames.indices
        where index + 1 == frames.count || frames[index + 1].epoch != frames[index].epoch {
            epochs.append(start..<index + 1)
            start = index + 1
        }
        return epochs
    }

    private static func overlap(_ versions: [ClosedRange<UInt64>]) -> Bool {
        let sorted = versions.sorted { $0.lowerBound < $1.lowerBound }
        return zip(sorted, sorted.dropFirst()).contains { $0.upperBound >= $1.lowerBound }
    }

    private mutating func note(_ sight: Sight) {
        let epoch = epochs[epochs.count == 1 ? 0 : epoch(of: sight.version)]
        switch sight.kind {
        case .frame: noteFrame(sight, .seen(at: sight.time), epoch)
        case .droppedFrame: noteFrame(sight, .superseded(at: sight.time), epoch)
        case .dump: noteDump(sight, epoch)
        }
    }

    private mutating func noteFrame(_ sight: Sight, _ fate: Fate, _ epoch: Range<Int>) {
        var index = lowerBound(sight.version, in: epoch)
        while index < epoch.upperBound, frames[index].version == sight.version {
            if fates[index] == .unseen, isHandedOver(index, by: sight.time) {
                fates[index] = fate
                return
            }
            index += 1
        }
        if let last = doubtful.last, frames[last].version == sight.version {
            fates[last] = fate
            doubtful.removeLast()
        }
    }

    private mutating func noteDump(_ sight: Sight, _ epoch: Range<Int>) {
        let end = sight.version == .max
            ? epoch.upperBound : lowerBound(sight.version + 1, in: epoch)
        guard cursor < end else { return }
        if let last = doubtful.last, frames[last].version != sight.version { doubtful = [] }
        var next = end
        for index in cursor..<end {
            guard fates[index] == .unseen else { continue }
            guard isHandedOver(index, by: sight.time) else {
                next = min(next, index)
                continue
            }
            guard frames[index].version == sight.version else {
                fates[index] = .superseded(at: sight.time)
                continue
            }
            // A dump of the schedule itself.
            fates[index] = .seen(at: sight.time)
            let isRepeated = index > 0 && frames[index - 1].version == sight.version
            if isRepeated { doubtful.append(index) }
        }
        cursor = next
    }

    /// Whether the server had handed a frame over at that time.
    private func isHandedOver(_ index: Int, by time: UInt64) -> Bool {
        let frame = frames[index]
        return time >= frame.due && time - frame.due >= frame.delay
    }

    /// The position of the epoch whose versions are nearest.
    private func epoch(of version: UInt64) -> Int {
        func distance(_ epoch: Range<Int>) -> UInt64 {
            let first = frames[epoch.lowerBound].version
            let last = frames[epoch.upperBound - 1].version
            return version < first ? first - version : version > last ? version - last : 0
        }
        return epochs.indices.min { distance(epochs[$0]) < distance(epochs[$1]) } ?? 0
    }

    /// The first frame of an epoch with at least that version.
    private func lowerBound(_ version: UInt64, in epoch: Range<Int>) -> Int {
        var low = max(epoch.lowerBound, min(cursor, epoch.upperBound))
        var high = epoch.upperBound
        while low < high {
            let middle = (low + high) / 2
            if frames[middle].version < version { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
