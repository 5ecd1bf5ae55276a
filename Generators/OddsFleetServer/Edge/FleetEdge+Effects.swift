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
        guard let entry = entries[number] else { return }
        entry.link.subscribe(to: subjects.frames(entry.token)) { [weak self] in
            self?.receiveFrame($0, of: number)
        }
    }

    private func requestDump(_ number: TopicNumber, _ attempt: UInt64) {
        nextRequest += 1
        guard let entry = entries[number],
            let request = try? DumpRequest(id: "\(nextRequest)", isNamed: true)
        else { return }
        entries[number]?.dumpAssembler = DumpAssembler(request, digest: FleetDigests.sha256)
        entry.link.request(
            subjects.dump(entry.token), inbox: connection.makeInbox(), headers: request.headers,
            failed: { [weak self] in self?.dumpFailed(number, attempt) },
            { [weak self] in self?.receiveDumpPart($0, of: number, attempt: attempt) })
    }

    private func dumpFailed(_ number: TopicNumber, _ attempt: UInt64) {
        lock.withLock {
            guard !isStopped else { return }
            update(number) { $0.machine.dumpFailed(attempt: attempt, now: FleetClock.now) }
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
        noteWaiting(number)
    }

    /// Keeps the list of topics that somebody waits for.
    func noteWaiting(_ number: TopicNumber) {
        if entries[number]?.isWaitedFor == true {
            waitedFor.insert(number)
        } else {
            waitedFor.remove(number)
        }
    }

    private func refuse(_ number: TopicNumber, _ reason: String) {
        guard var entry = entries[number] else { return }
        for request in entry.waitingOpens { request.answer(.failure(FeedError(reason))) }
        for waiting in entry.waitingDumps {
            waiting.request.answer(.failure(FeedError(reason)))
        }
        entry.waitingOpens = []
        entry.waitingDumps = []
        entry.link.end()
        entries[number] = entry
        noteWaiting(number)
        // A topic that had clients is theirs until they leave.
        if !entry.hasClients { remove(number) }
    }
}
