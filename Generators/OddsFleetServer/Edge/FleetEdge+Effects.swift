import NIOCore
import OddsFleetFeed
import OddsNATS
import OddsSimulator

// What follows from what has come, behind the lock.
extension FleetEdge {
    /// Changes a topic, and carries out the effects. A topic that is gone stays so.
    func update(_ number: TopicNumber, _ change: (inout EdgeEntry) -> [EdgeEffect]) {
        guard let index = entries.index(forKey: number) else { return }
        // In place: a copy would be one of all frames that are held.
        let effects = change(&entries.values[index])
        for effect in effects { carryOut(effect, number) }
    }

    private func carryOut(_ effect: EdgeEffect, _ number: TopicNumber) {
        switch effect {
        case .subscribe: subscribe(number)
        case .requestDump(let attempt): requestDump(number, attempt)
        case .fetch(let numbers, let attempt):
            guard let entry = entries[number] else { return }
            fetches.continuation.yield(
                EdgeFetch(
                    topic: number, token: entry.token, epoch: entry.machine.epoch,
                    numbers: numbers, attempt: attempt))
        case .pass(let frames): pass(frames, number)
        case .ready: giveHeld(number)
        case .redump:
            entries[number]?.sharedFrames = [:]
            for shard in shards where (entries[number]?.counts[shard.index] ?? 0) > 0 {
                shard.redump(number)
            }
            giveHeld(number)
        case .refuse(let reason): refuse(number, reason)
        }
    }

    private func subscribe(_ number: TopicNumber) {
        guard let token = entries[number]?.token else { return }
        // The request that follows goes over the same connection, behind it: the server has the
        // subscription before it has the request.
        entries[number]?.frames = try? connection.subscribe(subjects.frames(token)) {
            [weak self] in self?.receiveFrame($0, of: number)
        }
    }

    private func requestDump(_ number: TopicNumber, _ attempt: UInt64) {
        guard let token = entries[number]?.token else { return }
        nextRequest += 1
        guard let request = try? DumpRequest(id: "\(nextRequest)") else { return }
        let inbox = connection.makeInbox()
        entries[number]?.dumpAnswers?.cancel()
        entries[number]?.dumpAssembler = DumpAssembler(request, digest: FleetDigests.sha256)
        do {
            entries[number]?.dumpAnswers = try connection.subscribe(inbox) { [weak self] in
                self?.receiveDumpPart($0, of: number, attempt: attempt)
            }
            try connection.publish(
                subjects.dump(token), reply: inbox, headers: request.headers)
        } catch {
            // The machine asks again when no answer comes.
        }
    }

    private func pass(_ frames: [FleetFrame], _ number: TopicNumber) {
        guard let index = entries.index(forKey: number) else { return }
        let shared = entries.values[index].pass(frames, memory: memory)
        let counts = entries.values[index].counts
        let byteCount = shared.reduce(0) { $0 + $1.bytes.count }
        for shard in shards where counts[shard.index] > 0 {
            shard.deliver(shared, byteCount: byteCount * counts[shard.index])
        }
        noteLag(frames)
    }

    private func noteLag(_ frames: [FleetFrame]) {
        guard let clockOffset, let metrics = shards.first?.metrics else { return }
        // Anybody may have said what time it is where NATS has no permissions.
        let (now, isAbsurd) = Int64(FleetClock.now).addingReportingOverflow(clockOffset)
        guard !isAbsurd else { return }
        for frame in frames {
            metrics.add(.framesPublished)
            metrics.feedLateness.record(UInt64(max(0, now - Int64(frame.dueNanoseconds))))
        }
    }

    /// Answers whoever waits for a dump, as far as the one that is held is new enough.
    func giveHeld(_ number: TopicNumber) {
        guard let index = entries.index(forKey: number) else { return }
        entries.values[index].giveHeld(memory: memory)
    }

    private func refuse(_ number: TopicNumber, _ reason: String) {
        guard var entry = entries[number] else { return }
        for request in entry.waitingOpens { request.answer(.failure(FeedError(reason))) }
        for waiting in entry.waitingDumps {
            waiting.request.answer(.failure(FeedError(reason)))
        }
        entry.waitingOpens = []
        entry.waitingDumps = []
        entry.frames?.cancel()
        entry.frames = nil
        entry.dumpAnswers?.cancel()
        entry.dumpAnswers = nil
        entries[number] = entry
        // A topic that had clients is theirs until they leave.
        if !entry.hasClients { remove(number) }
    }
}
