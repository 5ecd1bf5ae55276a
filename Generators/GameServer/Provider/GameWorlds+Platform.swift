/// What a server does that shows a platform's matches. All worlds share them, and so one
/// subscription; a world is what a page shows of them, and what control wants of that.
extension GameWorlds {
    /// Takes over what was read of the feed, and sends what pages have to get of it.
    func take(_ reading: FeedReading) {
        guard let platform else { return }
        let listChange = platform.take(reading)
        let now = clock.now
        if let listChange {
            sendWaiting(now)
            metrics.platformLists += 1
            for live in worlds.values {
                guard let view = live.platform, view.isConcerned(by: listChange) else { continue }
                view.forgetGone()
                sendChanged(live)
            }
        } else if let due = platform.due, due <= now {
            sendWaiting(now)
        } else if let due = platform.due, platform.timer == nil {
            platform.timer = loop.scheduleTask(deadline: clock.deadline(of: due)) { [weak self] in
                self?.assumeIsolated { $0.sendWaiting($0.clock.now) }
            }
        }
    }

    /// Notes whether the feed is connected, and tells pages.
    func note(isConnected: Bool) {
        guard let platform, platform.isConnected != isConnected else { return }
        platform.isConnected = isConnected
        let text = LiveMessages.feed(isConnected: isConnected)
        for live in worlds.values {
            for socket in live.sockets { send(text, to: socket) }
        }
    }

    /// Tells a page that has just connected if the feed is away; it presumes that it is not.
    func sendFeed(to socket: LiveSocket) {
        guard let platform, !platform.isConnected else { return }
        send(LiveMessages.feed(isConnected: false), to: socket)
    }

    /// - Throws: `Refusal` while the platform has not sent its matches.
    func requirePlatformMatches() throws(Refusal) {
        guard let platform, !platform.isThere else { return }
        let state = platform.isConnected ? "has not sent its matches" : "is not connected"
        throw Refusal(.noMatches, "the platform \(state) yet: try again")
    }

    /// - Throws: `Refusal` if worlds show a platform's matches.
    func refuseForPlatform(_ what: String) throws(Refusal) {
        guard platform != nil else { return }
        throw Refusal(.conflict, "this world shows a platform's matches: \(what)")
    }

    /// A world that shows the platform's matches, and has none of its own.
    func world(
        _ id: WorldID, of platform: PlatformMatches, matchCount: Int?, now: GameTime
    ) -> LiveWorld {
        LiveWorld(
            id: id, world: World(seed: 0, matchCount: 0, now: now),
            stream: .paced(PacedSchedule(seed: 0, limit: 1, now: now)),
            platform: PlatformView(platform, matchCount: matchCount ?? platform.matchesMax),
            now: now)
    }

    /// Sends what control held back.
    func sendHeldBack(_ live: LiveWorld) {
        let changes = live.platform?.release() ?? []
        guard !changes.isEmpty, !live.sockets.isEmpty else { return }
        let message = PlatformMessage(changes: changes, sent: clock.now)
        send(message, json: message.json, to: live)
    }

    /// Sends what waits, if there is a platform.
    func sendWaiting(_ now: GameTime) {
        guard let changes = platform?.takeWaiting(now), !changes.isEmpty else { return }
        metrics.platformChanges += changes.count
        // The same message for all worlds that show the same.
        var messages: [Int: (message: PlatformMessage, json: [UInt8])] = [:]
        for live in worlds.values {
            guard let view = live.platform else { continue }
            guard !live.sockets.isEmpty else {
                view.forgetHeldBack()
                continue
            }
            guard !live.isPaused else {
                view.hold(changes)
                continue
            }
            let count = view.shownCount
            if messages[count] == nil {
                let message = PlatformMessage(
                    changes: changes.filter { $0.place < count }, sent: now)
                messages[count] = (message, message.json)
            }
            if let (message, json) = messages[count], !message.changes.isEmpty {
                send(message, json: json, to: live)
            }
        }
    }

    private func send(_ message: PlatformMessage, json: [UInt8], to live: LiveWorld) {
        for change in message.changes {
            live.log.note(WorldLog.Update(change: change.change, sent: message.sent))
        }
        metrics.updates += message.changes.count * live.sockets.count
        for socket in live.sockets { send(json, to: socket) }
    }
}
