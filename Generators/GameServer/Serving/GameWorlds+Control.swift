/// What control does.
extension GameWorlds {
    /// What control sees of a world.
    struct State: Sendable {
        let log: WorldLog
        let openSockets: Int
        let rows: [MatchWithOdds]
    }

    /// The state of a world, which is made if there is none.
    func state(_ id: WorldID) throws(Refusal) -> State {
        let live = try controlled(id, clock.now)
        return State(log: live.log, openSockets: live.sockets.count, rows: live.rows)
    }

    /// Puts what control wants in force.
    func change(_ id: WorldID, _ change: ControlChange) throws(Refusal) {
        let now = clock.now
        let live = try controlled(id, now)
        if let advance = change.advance {
            try refuseForPlatform("its clock cannot be moved")
            guard live.advanced + advance <= ControlChange.advanceMax else {
                throw Refusal(
                    .wrongParameter,
                    "\"advanceSeconds\" would move the world's clock by more than a year in all: "
                        + "use another world")
            }
        }
        live.faults.take(change)
        if let pauses = change.pausesStream, pauses != live.isPaused {
            live.isPaused = pauses
            if !pauses {
                live.stream.restart(now: now)
                sendHeldBack(live)
            }
        }
        if let advance = change.advance {
            live.advanced = live.advanced + advance
            replaceBegun(live, now)
        }
        if change.dropsSockets {
            for socket in live.sockets { socket.drop() }
        }
        schedule(live)
    }

    /// Sets odds and sends them at once, all of them or none.
    func push(_ id: WorldID, _ odds: [PushedOdds]) throws(Refusal) {
        let now = clock.now
        let live = try controlled(id, now)
        try refuseForPlatform("its odds cannot be set")
        var rows: [Int] = []
        for odds in odds {
            guard let row = live.world.row(of: odds.matchID) else {
                throw Refusal(
                    .unknownMatch, "the world has no match \(odds.matchID): GET /control/W has "
                        + "those that it has")
            }
            rows.append(row)
        }
        for (row, odds) in zip(rows, odds) {
            live.world.set(row: row, teamA: odds.teamA, teamB: odds.teamB)
            send([OddsChange(live.rows[row], due: now)], of: live, now)
        }
    }

    private func controlled(_ id: WorldID, _ now: GameTime) throws(Refusal) -> LiveWorld {
        let live = try world(id, .full, now: now)
        live.log.keepMore()
        return live
    }
}

extension WorldFaults {
    /// Takes over what is not `nil`.
    mutating func take(_ change: ControlChange) {
        failures.merge(change.failures ?? [:]) { $1 }
        failure = change.failure ?? failure
        delayMilliseconds.merge(change.delayMilliseconds ?? [:]) { $1 }
        refusesSockets = change.refusesSockets ?? refusesSockets
    }
}
