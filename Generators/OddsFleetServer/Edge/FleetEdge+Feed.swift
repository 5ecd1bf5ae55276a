import NIOPosix
import OddsFleetFeed
import OddsServer
import OddsSimulator
import OddsTraffic

// What the threads that serve connections ask.
extension FleetEdge: Feed {
    package var holdsFramesUntilDump: Bool { true }

    package var sourcePlace: String? { "the source of the world \(subjects.world)" }

    package var staleTopics: [String]? {
        lock.withLock {
            guard watch.isStale(now: FleetClock.now) else { return nil }
            return entries.values.filter { $0.hasClients }.map(\.text).sorted()
        }
    }

    /// Why its topics are stale, for `/health`; `nil` if they are not.
    package var fault: String? {
        lock.withLock { watch.isStale(now: FleetClock.now) } ? silence : nil
    }

    /// What a silent source looks like.
    var silence: String {
        lock.withLock { watch.epoch } == nil
            ? "no source of the world \(subjects.world) was heard yet (--world)"
            : "no beat of the source of the world \(subjects.world) for 3 s"
    }

    package func start(shards: [Shard]) {
        lock.withLock { self.shards = shards }
    }

    package func stop() async throws { end() }

    package func open(_ topic: String, _ request: FeedRequest<FeedTopic>) {
        lock.withLock {
            do throws(FeedError) {
                let number = try self.number(of: topic, for: request.client)
                entries[number]?.waitingOpens.append(request)
                update(number) { $0.machine.want(now: FleetClock.now) }
                giveHeld(number)
            } catch {
                request.answer(.failure(error))
            }
        }
    }

    package func close(_ topic: FeedTopic, for shard: Shard) {
        lock.withLock { entries[topic.number]?.counts[shard.index] -= 1 }
    }

    package func dump(
        of topic: String, notBefore newest: FramePosition?, _ request: FeedRequest<TopicDump>
    ) {
        lock.withLock {
            do throws(FeedError) {
                let number = try self.number(of: topic, for: request.client)
                entries[number]?.waitingDumps.append(.init(request: request, newest: newest))
                update(number) { entry in
                    let now = FleetClock.now
                    guard let newest, newest.epoch == entry.machine.epoch else {
                        return entry.machine.want(now: now)
                    }
                    return entry.machine.want(atLeast: newest.number, now: now)
                }
                giveHeld(number)
            } catch {
                request.answer(.failure(error))
            }
        }
    }

    package func forget(client: UInt64) {
        lock.withLock {
            budgets.forget(client)
            for number in waitedFor {
                entries[number]?.waitingOpens.removeAll { $0.client == client }
                entries[number]?.waitingDumps.removeAll { $0.request.client == client }
                noteWaiting(number)
            }
        }
    }

    package func answer(_ query: WorldQuery, _ request: FeedRequest<[UInt8]>) {
        lock.withLock { request.answer(.failure(Self.elsewhere(subjects.world))) }
    }

    package func quotes(_ ids: [UInt64], _ request: FeedRequest<[OfferQuote]>) {
        lock.withLock { request.answer(.failure(Self.elsewhere(subjects.world))) }
    }

    private static func elsewhere(_ world: WorldName) -> FeedError {
        FeedError(
            """
            this edge passes on frames and dumps: ask the server of the source of the world \
            \(world)
            """)
    }

    package func operatorInfo(_ request: FeedRequest<[UInt8]>) {
        lock.withLock {
            request.answer(.success(Array(#"{"ucsOperatorId":1,"languages":["en"]}"#.utf8)))
        }
    }

    package func truth(of topic: String, on thread: NIOThreadPool) async throws -> [UInt8] {
        let number = try lock.withLock { () throws(FeedError) in
            let number = try self.number(of: topic, for: nil)
            update(number) { $0.machine.want(now: FleetClock.now) }
            return number
        }
        try await waitForRest(number, topic)
        let (isKnown, held) = lock.withLock {
            (entries[number] != nil, entries[number]?.machine.held)
        }
        guard let (dump, frames) = held else {
            throw FeedError(
                "\(topic): the source of the world \(subjects.world) "
                    + (isKnown ? "has not given a dump yet" : "does not have it"))
        }
        return try await thread.runIfActive {
            FeedTruth.document(topic: topic, dump: dump.bytes, frames: frames.map { $0.bytes })
        }
    }

    /// Waits for a dump, and, while the world is paused, for all that came before the pause.
    private func waitForRest(_ number: TopicNumber, _ topic: String) async throws {
        let deadline = ContinuousClock.now + .seconds(5)
        while ContinuousClock.now < deadline {
            let isThere = lock.withLock { () -> Bool in
                guard let entry = entries[number] else { return true }
                guard entry.machine.held != nil else { return false }
                guard let beat, beat.isPaused, beat.epoch == entry.machine.epoch,
                    let last = beat.numbers[entry.token]
                else { return beat?.isPaused == false }
                return entry.machine.last == last
            }
            if isThere { return }
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}
