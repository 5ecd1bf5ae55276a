import OddsFleetFeed
import OddsNATS
import OddsServer

/// Frames to be got from the stream.
struct EdgeFetch: Sendable {
    let topic: Int
    let token: TopicToken
    let epoch: UInt64
    let numbers: ClosedRange<UInt64>
    let attempt: UInt64
}

extension FleetEdge {
    /// The bytes of frames of one fetch, beyond which the rest is left to the next.
    private static let fetchBytesMax = 4 << 20

    /// Frames that are handed over while others are still looked for, or as many as were found
    /// in a time.
    private static let framesAtOnce = 64
    private static let handOverNanoseconds: UInt64 = 200_000_000

    /// Gets what can be found, and hands it over.
    func carryOut(_ fetch: EdgeFetch) async {
        let isWanted = lock.withLock {
            entries[fetch.topic]?.machine.begins(fetch: fetch.attempt, now: FleetClock.now) == true
        }
        guard isWanted else { return }
        let frames = (try? await find(fetch)) ?? []
        lock.withLock {
            guard !isStopped else { return }
            // A thread that has more to send than it can is given nothing.
            let isBehind = shards.contains { $0.isBehind }
            update(fetch.topic) {
                $0.machine.fetched(
                    isBehind ? [] : frames, attempt: fetch.attempt, now: FleetClock.now)
            }
        }
    }

    /// Hands over what was found so far.
    ///
    /// - Returns: Whether the rest is still wanted.
    private func handOver(_ frames: [FleetFrame], of fetch: EdgeFetch) -> Bool {
        lock.withLock {
            guard !isStopped, !shards.contains(where: { $0.isBehind }) else { return false }
            update(fetch.topic) {
                $0.machine.fetchProgressed(frames, attempt: fetch.attempt, now: FleetClock.now)
            }
            return entries[fetch.topic]?.machine.awaits(fetch: fetch.attempt) == true
        }
    }

    /// - Returns: What was found and not handed over yet.
    private func find(_ fetch: EdgeFetch) async throws(NATSError) -> [FleetFrame] {
        let stream = subjects.streamName
        guard let sequences = try await streams.state(of: stream)?.sequences, !sequences.isEmpty
        else { return [] }
        var search = StreamSearch(
            numbers: fetch.numbers, epoch: fetch.epoch,
            sequences: sequences.lowerBound...sequences.upperBound - 1)
        var parts = FrameAssembler()
        var frames: [FleetFrame] = []
        var byteCount = 0
        var handedOver = FleetClock.now
        while let next = search.next, byteCount < Self.fetchBytesMax {
            let isTime = FleetClock.now - handedOver >= Self.handOverNanoseconds
            if frames.count >= Self.framesAtOnce || isTime {
                guard handOver(frames, of: fetch) else { return [] }
                frames = []
                handedOver = FleetClock.now
            }
            let found = try await streams.next(
                of: stream, subject: subjects.frames(fetch.token), from: next)
            guard let found else {
                search.nothing()
                continue
            }
            guard MessageOrigin.wasDirect(found.headers),
                let header = try? FrameHeader(found.headers)
            else {
                // No frame of the source; it counts as older than all.
                _ = search.found(sequence: found.sequence, epoch: 0, number: 0)
                continue
            }
            let isWanted = search.found(
                sequence: found.sequence, epoch: header.epoch, number: header.number,
                part: header.part)
            guard isWanted else { continue }
            byteCount += found.bytes.count
            if let frame = parts.receive(header, found.bytes) { frames.append(frame) }
        }
        return frames
    }
}
