/// One topic at an edge: from what comes over NATS, in whatever order and however often, to
/// what clients get, which is always a dump and the frames behind it, in order, each once.
///
/// A topic does no I/O and has no clock. Each input returns the effects to carry out, in that
/// order; `now` is a monotonic time in nanoseconds. A topic is a value; one thread at a time may
/// use it.
///
/// - `held` is the dump and the frames behind it, up to the last one passed. A client that asks
///   for a dump gets these, and then what is passed.
/// - `ahead` are frames that wait: for the first dump, or for a frame before them.
/// - A dump that stands behind the last frame passed is the *candidate*: taken over in silence
///   when the frames before it have come, and given to all clients if they do not.
package struct EdgeTopic: Sendable {
    /// The limits that it keeps.
    package let limits: EdgeLimits
    /// What it counted.
    package internal(set) var counters = EdgeCounters()
    /// The greatest epoch seen; 0 before the first.
    package private(set) var epoch: UInt64 = 0
    /// The number of the last frame that was passed on, or is in the dump; `nil` if there is no
    /// dump of this epoch yet. At rest it is the beat's number.
    package internal(set) var last: UInt64?

    enum Stage: Equatable {
        case unwanted, open
        case refused(reason: String, at: UInt64)
    }

    /// A number that the source has reached, by a beat or a dump.
    struct Heard {
        let number: UInt64
        let since: UInt64
    }

    struct Gap {
        var start: UInt64
        /// The last frame before the gap.
        var last: UInt64
        /// When that was found, or the gap.
        var progress: UInt64
        var failures = 0
        var fetchAt: UInt64
    }

    struct Fetch {
        let attempt: UInt64
        /// The last frame passed when it was asked for.
        let last: UInt64
        /// When it was begun, or found the last frames; `nil` while it waits for its turn.
        var progress: UInt64?
    }

    struct Request {
        let attempt: UInt64
        let start: UInt64
        /// The last frame passed when it was sent, and the highest one that waited. The dump
        /// is not older than either: the source had sent both before the request came.
        let last: UInt64?
        let ahead: UInt64
        var progress: UInt64
    }

    var stage = Stage.unwanted
    var isSubscribed = false
    /// Whether clients have been given a dump, of this epoch or another.
    var wasServed = false
    var dump: FleetDump?
    /// The frames up to the last one passed; those behind the dump, if there is one.
    var passed = FrameQueue()
    var ahead = FrameQueue()
    var candidate: FleetDump?
    var heard: Heard?
    /// When the source last said that it has the topic open, in this epoch.
    var confirmed: UInt64?
    /// True if the source has closed it: what comes next is behind another dump.
    var isClosed = false
    var gap: Gap?
    var fetch: Fetch?
    var request: Request?
    var requestAt: UInt64 = 0
    var requestFailures = 0
    /// Somebody waits for a dump that is not older than this frame.
    var wantedNumber: UInt64 = 0
    private var attempts: UInt64 = 0

    /// A topic that nobody has asked for.
    ///
    /// - Parameter epoch: the world's, if it is known from other topics or a beat.
    package init(epoch: UInt64 = 0, limits: EdgeLimits = EdgeLimits()) {
        self.epoch = epoch
        self.limits = limits
    }

    /// What a client gets that asks for a dump: the dump, and the frames behind it up to `last`.
    /// `nil` while none is there; `ready` or `redump` says when.
    package var held: (dump: FleetDump, frames: [FleetFrame])? {
        dump.map { ($0, passed.frames) }
    }

    /// The bytes of all that is held and waits.
    package var byteCount: Int {
        (dump?.bytes.count ?? 0) + (candidate?.bytes.count ?? 0) + passed.byteCount
            + ahead.byteCount
    }

    // MARK: - Inputs

    /// Somebody wants the topic, and has no state of it. Has no effect once it is open.
    package mutating func want(now: UInt64) -> [EdgeEffect] {
        switch stage {
        case .open: break
        case .refused(let reason, let time) where now < time + limits.refusalAge:
            return [.refuse(reason: reason)]
        case .unwanted, .refused:
            stage = .open
            requestAt = now
        }
        return settle(now)
    }

    /// Somebody who has been given frames up to this number asks again, and waits for a dump
    /// that is not older. It is there at once, or with a `ready` or `redump` to come.
    package mutating func want(atLeast number: UInt64, now: UInt64) -> [EdgeEffect] {
        if let last { wantedNumber = max(wantedNumber, min(number, last)) }
        return want(now: now)
    }

    /// A frame of the topic came, by the subscription.
    package mutating func receive(_ frame: FleetFrame, now: UInt64) -> [EdgeEffect] {
        take(frame, now)
        return settle(now)
    }

    /// A beat came, with this number of the topic; `nil` if the source does not have it open.
    package mutating func beat(epoch: UInt64, number: UInt64?, now: UInt64) -> [EdgeEffect] {
        guard enter(epoch, now) else { return settle(now) }
        if let number {
            isClosed = false
            confirmed = now
            hear(number, now)
        } else if !isClosed, isClosed(byBeatOf: epoch, now: now) {
            isClosed = true
            counters.closed += 1
            // It is from before.
            candidate = nil
        }
        return settle(now)
    }

    /// True if a beat of an epoch that does not have the topic says that it was closed, and not
    /// that it was not open yet.
    package func isClosed(byBeatOf epoch: UInt64, now: UInt64) -> Bool {
        epoch == self.epoch && confirmed.map { now >= $0 + limits.closedGrace } ?? false
    }

    /// Whether the fetch of this attempt is still waited for.
    package func awaits(fetch attempt: UInt64) -> Bool { fetch?.attempt == attempt }

    /// The turn of this attempt's fetch has come. How long a first one has waited for that does
    /// not count against what is missing: after a cut all topics have gaps at once.
    ///
    /// - Returns: Whether it is still wanted.
    package mutating func begins(fetch attempt: UInt64, now: UInt64) -> Bool {
        guard fetch?.attempt == attempt else { return false }
        fetch?.progress = now
        if gap?.failures == 0 { gap?.progress = now }
        return true
    }

    /// The fetch of this attempt goes on, and has found these frames, in any order, or none yet.
    /// Ignored for another attempt than the last.
    package mutating func fetchProgressed(
        _ frames: [FleetFrame], attempt: UInt64, now: UInt64
    ) -> [EdgeEffect] {
        guard fetch?.attempt == attempt else { return settle(now) }
        fetch?.progress = now
        for frame in frames { take(frame, now) }
        return settle(now)
    }

    /// The fetch of this attempt is over: it has found these frames too, in any order; what is
    /// missing was not there. Ignored for another attempt than the last.
    package mutating func fetched(
        _ frames: [FleetFrame], attempt: UInt64, now: UInt64
    ) -> [EdgeEffect] {
        guard let fetch, fetch.attempt == attempt else { return settle(now) }
        self.fetch = nil
        for frame in frames { take(frame, now) }
        // What it had found before was passed on: there may be more behind that.
        if last ?? 0 == fetch.last { endFetch(now) }
        return settle(now)
    }

    /// Time has passed. To be called each 50 ms or so.
    package mutating func tick(now: UInt64) -> [EdgeEffect] { settle(now) }

    // MARK: - Frames

    /// Notes an epoch; a greater one than all before ends what is held of them.
    ///
    /// - Returns: whether the epoch is not an older one.
    mutating func enter(_ seen: UInt64, _ now: UInt64) -> Bool {
        guard seen >= epoch else {
            counters.outdated += 1
            return false
        }
        guard seen > epoch else { return true }
        let isFirst = epoch == 0
        epoch = seen
        guard !isFirst else { return true }
        last = nil
        dump = nil
        candidate = nil
        passed = FrameQueue()
        ahead = FrameQueue()
        heard = nil
        confirmed = nil
        isClosed = false
        gap = nil
        fetch = nil
        wantedNumber = 0
        // Whoever was asked before may be gone.
        request = nil
        requestFailures = 0
        requestAt = now
        // A new world may have what the one before had not.
        if case .refused = stage, wasServed { stage = .open }
        return true
    }

    private mutating func take(_ frame: FleetFrame, _ now: UInt64) {
        counters.messages += 1
        counters.bytes += frame.bytes.count
        guard enter(frame.epoch, now) else { return }
        guard stage == .open, (1...FleetLimits.numberMax).contains(frame.number) else {
            counters.dropped += 1
            return
        }
        guard frame.number > last ?? 0, ahead.insert(frame) else {
            counters.duplicates += 1
            return
        }
        if last == nil {
            // The dump to come stands behind the lowest.
            if ahead.byteCount > limits.aheadBytes {
                counters.dropped += ahead.removeLowest(downTo: limits.aheadBytes / 8 * 7)
            }
        } else {
            // What is behind a gap can be fetched when the gap is filled.
            while ahead.byteCount > limits.aheadBytes, ahead.first !== ahead.last {
                ahead.removeLast()
                counters.dropped += 1
            }
        }
    }

    mutating func hear(_ number: UInt64, _ now: UInt64) {
        guard let last, number > last else { return }
        // An earlier one that is still to be reached has waited longer.
        if let heard, heard.number > last { return }
        heard = Heard(number: number, since: now)
    }

    mutating func nextAttempt() -> UInt64 {
        attempts += 1
        return attempts
    }

    // MARK: - Effects

    /// Draws the conclusions from what has changed.
    mutating func settle(_ now: UInt64) -> [EdgeEffect] {
        guard stage == .open else { return [] }
        var effects: [EdgeEffect] = []
        if !isSubscribed {
            isSubscribed = true
            effects.append(.subscribe)
        }
        if let last {
            let frames = ahead.takeAll(following: last)
            if !frames.isEmpty {
                keep(frames)
                letGoBeyondBound()
                effects.append(.pass(frames))
            }
        }
        settleGap(now)
        effects += settleDump(now)
        effects += nextFetch(now)
        effects += nextRequest(now)
        return effects
    }
}
