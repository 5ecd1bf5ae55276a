import OddsFleetFeed
import OddsNATS
import OddsServer
import OddsSimulator

// What comes over NATS, on threads of the C library.
extension FleetEdge {
    func hearBeat(_ message: borrowing NATSMessage) {
        let part =
            MessageOrigin.isDirect(message.headers) ? try? BeatPart(json: message.bytes) : nil
        lock.withLock {
            guard let part else {
                malformedCount += 1
                return
            }
            guard let beat = beats.receive(part) else { return }
            let now = FleetClock.now
            guard watch.beat(beat.epoch, now: now) != .older else { return }
            self.beat = beat
            for number in Array(entries.keys) {
                endIfClosed(number, beat, now)
                update(number) {
                    $0.machine.beat(
                        epoch: beat.epoch, number: beat.numbers[$0.token], now: now)
                }
            }
        }
    }

    func receiveFrame(_ message: borrowing NATSMessage, of number: TopicNumber) {
        let headers = message.headers
        let header = MessageOrigin.isDirect(headers) ? try? FrameHeader(headers) : nil
        let bytes = message.bytes
        lock.withLock {
            guard let header else {
                malformedCount += 1
                return
            }
            guard !isStopped, watch.see(header.epoch) != .older else { return }
            guard !shards.contains(where: { $0.isBehind }) else {
                // The gap is found, and filled or ended by a new dump.
                overflowCount += 1
                return
            }
            update(number) { entry in
                guard let frame = entry.parts.receive(header, bytes) else { return [] }
                return entry.machine.receive(frame, now: FleetClock.now)
            }
        }
    }

    func receiveDumpPart(
        _ message: borrowing NATSMessage, of number: TopicNumber, attempt: UInt64
    ) {
        let isNobodyThere = message.saysNoResponders
        let (headers, bytes) = (message.headers, message.bytes)
        lock.withLock {
            guard !isStopped else { return }
            update(number) { entry in
                let now = FleetClock.now
                guard !isNobodyThere else {
                    return entry.machine.dumpFailed(attempt: attempt, now: now)
                }
                switch entry.dumpAssembler?.receive(headers, bytes) {
                case .progress: return entry.machine.dumpProgressed(attempt: attempt, now: now)
                case .dump(let dump): return entry.machine.receive(dump, attempt: attempt, now: now)
                case .refused(let reason):
                    return entry.machine.dumpRefused(reason, attempt: attempt, now: now)
                case .damaged: return entry.machine.dumpFailed(attempt: attempt, now: now)
                case .dropped, nil:
                    malformedCount += 1
                    return []
                }
            }
        }
    }

    /// Time has passed.
    func passTime() {
        let news = lock.withLock {
            let now = FleetClock.now
            for number in Array(entries.keys) {
                update(number) { $0.machine.tick(now: now) }
                endIfIdle(number, now)
            }
            let sign: SourceSign =
                watch.isStale(now: now) ? .silent : watch.epoch.map { .there($0) } ?? .none
            defer { loggedSign = sign }
            return sign == loggedSign ? .none : sign
        }
        // Not behind the lock: a log may wait for whoever reads it.
        switch news {
        case .none: break
        case .silent: logger.warning("\(silence): topics are stale")
        case .there(let epoch):
            logger.notice("the source of the world \(subjects.world) is there, epoch \(epoch)")
        }
    }

    /// Ends a topic that the source has closed and nobody needs here: to ask for it once more would
    /// open it again.
    private func endIfClosed(_ number: TopicNumber, _ beat: Beat, _ now: UInt64) {
        guard let entry = entries[number], !entry.isNeeded, beat.numbers[entry.token] == nil,
            entry.machine.isClosed(byBeatOf: beat.epoch, now: now)
        else { return }
        remove(number)
    }

    private func endIfIdle(_ number: TopicNumber, _ now: UInt64) {
        guard let index = entries.index(forKey: number),
            let since = entries.values[index].idleSince(now),
            now - since >= Self.idleNanoseconds
        else { return }
        remove(number)
    }
}
