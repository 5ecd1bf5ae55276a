import HTTPTypes

/// What the requests of pages do.
extension GameWorlds {
    /// The matches as they were when a request came, and what control wants of its answer.
    struct Answer: Sendable {
        var rows: [MatchWithOdds] = []
        var failure: WorldFaults.Failure?
        var delayMilliseconds = 0
    }

    /// `GET /matches` and `GET /odds`.
    func read(
        _ kind: RequestKind, _ query: WorldQuery, _ access: WorldAccess
    ) throws(Refusal) -> Answer {
        let now = clock.now
        let live = try world(query.world, matchCount: query.matchCount, access, now: now)
        let answer = note(kind, live, now)
        if answer.failure == nil { try requirePlatformMatches() }
        return answer
    }

    /// `POST /worlds/W/seed`. A world that is known keeps what it has.
    func seed(
        _ id: WorldID, _ kept: [KeptMatch], matchCount: Int?, _ access: WorldAccess
    ) throws(Refusal) -> Answer {
        let now = clock.now
        let live = try world(id, matchCount: matchCount, kept: kept, access, now: now)
        return note(.seed, live, now)
    }

    /// `POST /worlds/W/reset`. One that is to fail changes nothing.
    func reset(
        _ id: WorldID, matchCount: Int?, _ access: WorldAccess
    ) throws(Refusal) -> Answer {
        let now = clock.now
        let live = try world(id, matchCount: matchCount, access, now: now)
        let answer = note(.reset, live, now)
        guard answer.failure == nil, platform == nil else { return answer }
        live.world.reset(now: live.time(now))
        sendChanged(live)
        schedule(live)
        return answer
    }

    /// A request for a socket that could not be given one.
    func refuseLive(_ query: WorldQuery, _ access: WorldAccess) throws(Refusal) -> Answer {
        let now = clock.now
        let live = try world(query.world, matchCount: query.matchCount, access, now: now)
        var answer = note(.live, live, now)
        if live.faults.refusesSockets { answer.failure = .status(503) }
        return answer
    }

    /// Whether a page may have a socket now. Called on the event loop.
    func admits(_ query: WorldQuery, _ access: WorldAccess) -> Bool {
        guard let live = worlds[query.world] else {
            let made = try? world(query.world, matchCount: query.matchCount, access, now: clock.now)
            return made != nil
        }
        return !live.faults.refusesSockets && live.faults.failures[.live, default: 0] == 0
    }

    private func note(_ kind: RequestKind, _ live: LiveWorld, _ now: GameTime) -> Answer {
        live.log.note(kind, at: now)
        metrics.requests[kind, default: 0] += 1
        return Answer(
            rows: live.rows, failure: live.faults.strike(kind),
            delayMilliseconds: live.faults.delayMilliseconds[kind] ?? 0)
    }

    /// Notes bytes of bodies that are held, or are no more.
    ///
    /// - Returns: Whether there is room for them. Called on the event loop.
    func noteBody(_ change: Int) -> Bool {
        bodyByteCount += change
        guard change > 0, bodyByteCount > Self.bodyBytesMax else { return true }
        note(.tooLarge)
        return false
    }

    /// Counts a refusal.
    func note(_ reason: Refusal.Reason) { metrics.refusals[reason, default: 0] += 1 }
}
