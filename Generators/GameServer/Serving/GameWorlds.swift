import NIOCore
import SeededRandom

/// All worlds and their sockets. Everything happens on one event loop, in order, which is
/// that of the sockets too.
actor GameWorlds {
    /// The most worlds.
    static let countMax = 1_000
    /// A world goes when nobody has asked for it for this long.
    static let lifeTime = GameInterval.seconds(3_600)

    nonisolated let loop: any EventLoop
    nonisolated let clock: GameClock
    private let executor: any SerialExecutor
    private let seed: UInt64
    private let rateLimit: Int
    private(set) var worlds: [WorldID: LiveWorld] = [:]
    /// What all worlds show in place of matches of their own; `nil` if they have these.
    let platform: PlatformMatches?
    var metrics = GameMetrics()
    /// The bytes of bodies whose requests have not been answered.
    var bodyByteCount = 0
    /// The most of them: as many as a hundred pages that send what they may.
    static let bodyBytesMax = 100 * GameRoutes.bodyBytesMax
    private var list = LiveMessages.List()
    /// When to look next for worlds that nobody has asked for.
    private var nextSweep = GameTime(microseconds: 0)

    /// Whether worlds show the platform's matches.
    nonisolated let showsPlatform: Bool

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - loop: Of all sockets.
    ///   - rateLimit: The most messages in any second of a stream that asks for no rate.
    ///   - platformMatchesMax: How many matches of the platform are shown; `nil` if worlds have
    ///     their own.
    ///   - clock: That of the loop, if it is not the time of day.
    init(
        loop: any EventLoop, seed: UInt64, rateLimit: Int, platformMatchesMax: Int? = nil,
        clock: GameClock? = nil
    ) {
        let clock = clock ?? GameClock(loop: loop)
        self.loop = loop
        self.clock = clock
        showsPlatform = platformMatchesMax != nil
        platform = platformMatchesMax.map { PlatformMatches(matchesMax: $0, clock: clock) }
        executor = loop.executor
        self.seed = seed
        self.rateLimit = rateLimit
    }

    // Worlds.

    /// The world of that name, which is made if there is none. Its matches are those of now.
    ///
    /// - Throws: `Refusal` if it may not be made, or all worlds have sockets.
    func world(
        _ id: WorldID, matchCount: Int? = nil, kept: [KeptMatch]? = nil, _ access: WorldAccess,
        now: GameTime
    ) throws(Refusal) -> LiveWorld {
        forgetUnused(now)
        if let live = worlds[id] {
            live.lastUsed = now
            replaceBegun(live, now)
            return live
        }
        guard access.makesWorlds else {
            throw Refusal(
                .foreign,
                "there is no world \(id), and one is only made for a request with the field "
                    + "\(WorldAccess.fieldName): 1")
        }
        try makeRoom()
        let live =
            platform.map { world(id, of: $0, matchCount: matchCount, now: now) }
            ?? ownWorld(id, matchCount: matchCount, kept: kept, now: now)
        worlds[id] = live
        metrics.worldsMade += 1
        return live
    }

    private func ownWorld(
        _ id: WorldID, matchCount: Int?, kept: [KeptMatch]?, now: GameTime
    ) -> LiveWorld {
        // A world that comes back is another one.
        var seeds = SplitMix64(seed: id.seed(seed) &+ UInt64(metrics.worldsForgotten))
        let count = matchCount ?? max(World.matchesDefault, kept?.count ?? 0)
        let world =
            kept.map { World(seed: seeds.next(), kept: $0, matchCount: count, now: now) }
            ?? World(seed: seeds.next(), matchCount: count, now: now)
        return LiveWorld(
            id: id, world: world,
            stream: .paced(PacedSchedule(seed: seeds.next(), limit: rateLimit, now: now)), now: now)
    }

    private func forgetUnused(_ now: GameTime) {
        guard now >= nextSweep else { return }
        nextSweep = now + .seconds(1)
        for live in worlds.values
        where live.sockets.isEmpty && live.lastUsed + Self.lifeTime <= now {
            forget(live)
        }
    }

    /// Forgets the world that has been unused for longest, if there are as many as there may be.
    ///
    /// - Complexity: O(worlds).
    private func makeRoom() throws(Refusal) {
        guard worlds.count >= Self.countMax else { return }
        let unused = worlds.values.lazy.filter(\.sockets.isEmpty)
            .min { $0.lastUsed < $1.lastUsed }
        guard let unused else {
            throw Refusal(
                .worldsFull,
                "\(Self.countMax) worlds are in use: try again when a page has been closed")
        }
        forget(unused)
    }

    private func forget(_ live: LiveWorld) {
        worlds[live.id] = nil
        metrics.worldsForgotten += 1
    }

    /// Puts new matches in the place of those that have begun.
    func replaceBegun(_ live: LiveWorld, _ now: GameTime) {
        if live.world.replaceBegun(now: live.time(now)) { sendChanged(live) }
    }

    func sendChanged(_ live: LiveWorld) {
        for socket in live.sockets { send(LiveMessages.changed, to: socket) }
    }

    // Sockets.

    /// Takes a socket whose handshake has been accepted.
    func open(_ socket: LiveSocket) {
        let now = clock.now
        let query = socket.query
        guard
            let live = try? world(query.world, matchCount: query.matchCount, .full, now: now)
        else { return socket.drop() }
        live.log.note(.live, at: now)
        metrics.requests[.live, default: 0] += 1
        metrics.socketsOpened += 1
        // What came before its hello is not for it.
        sendWaiting(now)
        live.sockets.append(socket)
        send(LiveMessages.hello(seq: live.seq, now: now), to: socket)
        sendFeed(to: socket)
        setStream(live, rate: socket.query.rate, now: now)
        schedule(live)
    }

    private func setStream(_ live: LiveWorld, rate: Int?, now: GameTime) {
        switch (live.stream, rate) {
        case (.paced, nil):
            // Another page of the same world is not disturbed.
            if live.sockets.count == 1 { live.stream.restart(now: now) }
        case (.steady(let schedule), .some(let rate)) where schedule.rate == rate:
            if live.sockets.count == 1 { live.stream.restart(now: now) }
        case (_, .some(let rate)):
            live.stream = .steady(
                SteadySchedule(rate: rate, seed: live.id.seed(seed), now: now))
        case (.steady, nil):
            live.stream = .paced(
                PacedSchedule(seed: live.id.seed(seed), limit: rateLimit, now: now))
        }
    }

    /// Notes the end of a socket.
    func didClose(_ socket: LiveSocket, code: Int) {
        metrics.closes[code, default: 0] += 1
        guard let live = worlds[socket.query.world] else { return }
        live.sockets.removeAll { $0 === socket }
        live.lastUsed = clock.now
        live.log.noteClose(code: code, at: clock.now)
        schedule(live)
    }

    /// Sends a text to a page, and counts it.
    func send(_ text: [UInt8], to socket: LiveSocket) {
        guard socket.send(text) else { return }
        metrics.messages += 1
        metrics.bytes += text.count
    }

    // The stream.

    /// Sets the timer of a world to when it must be woken next.
    func schedule(_ live: LiveWorld) {
        live.timer?.cancel()
        live.timer = nil
        guard let time = live.wakes else { return }
        let id = live.id
        live.timer = loop.scheduleTask(deadline: clock.deadline(of: time)) { [weak self] in
            self?.assumeIsolated { $0.wake(id) }
        }
    }

    private func wake(_ id: WorldID) {
        guard let live = worlds[id] else { return }
        let now = clock.now
        replaceBegun(live, now)
        if !live.isPaused { sendDue(live, now) }
        schedule(live)
    }

    private func sendDue(_ live: LiveWorld, _ now: GameTime) {
        if live.stream.restartIfLate(now: now) {
            metrics.restarts += 1
            live.log.restarts += 1
        }
        var due = live.stream.due
        while let updates = live.stream.takeMessage(now: now) {
            metrics.lateness.record(now - due)
            due = live.stream.due
            let changes = updates.map { due in
                let row = live.world.step()
                return OddsChange(live.rows[row], due: due)
            }
            if !changes.isEmpty { send(changes, of: live, now) }
        }
    }

    /// Sends changes to the pages of a world, in one message.
    func send(_ changes: [OddsChange], of live: LiveWorld, _ now: GameTime) {
        for change in changes { live.log.note(WorldLog.Update(change: change, sent: now)) }
        let text: [UInt8]
        if live.stream.sendsLists {
            list.begin()
            for change in changes { list.append(change) }
            list.end()
            text = list.json
        } else {
            text = LiveMessages.update(changes[0])
        }
        metrics.updates += changes.count * live.sockets.count
        for socket in live.sockets { send(text, to: socket) }
    }
}
