import OddsExperiments
import ServicesProvider

/// Makes the players of a run and logs them in.
struct PlayerCrowd {
    let service: any PlatformService
    /// The connections that all share.
    let transport: any HTTPTransport
    let counts: ExchangeCounts
    let progress: ExperimentProgress

    /// Makes players with money, who are not logged in.
    func makePlayers(_ count: Int, balanceCents: Int) async throws -> [SimulatedPlayer] {
        var players: [SimulatedPlayer] = []
        let balance = Cents.text(balanceCents)
        while players.count < count {
            progress.note("making players: \(players.count) of \(count)")
            try Interruption.current.check()
            let part = min(PlatformPlan.playersPerRequest, count - players.count)
            let accounts = try await service.makePlayers(part, balance: balance)
            guard accounts.count == part else {
                throw ExperimentFailure(
                    .unavailable, "the service made \(accounts.count) players of \(part)")
            }
            for account in accounts {
                let way = PlayerTransport(
                    shared: transport, counts: counts, player: players.count)
                do {
                    players.append(
                        try SimulatedPlayer(account, of: service, transport: way))
                } catch {
                    throw ExperimentFailure(.usage, "the URL of accounts: \(error.description)")
                }
            }
        }
        return players
    }

    /// How often a login before the warm-up is tried that faults refuse.
    static let loginAttemptsMax = 20

    /// Logs all of them in.
    func logIn(_ players: [SimulatedPlayer]) async throws {
        let batch = PlatformPlan.playersPerRequest
        for start in stride(from: 0, to: players.count, by: batch) {
            progress.note("logging in: \(start) of \(players.count)")
            try Interruption.current.check()
            let part = players[start..<min(start + batch, players.count)]
            let failures = await ConcurrentWork.run(
                part.count, atOnce: PlatformPlan.loginsAtOnce
            ) { number in await Self.logIn(part[start + number]) }
            if let error = failures.lazy.compactMap(\.self).first {
                throw ExperimentFailure(.unavailable, "a player cannot log in: \(error.caseName)")
            }
        }
    }

    /// - Returns: Why the player could not log in.
    private static func logIn(_ player: SimulatedPlayer) async -> ServiceProviderError? {
        await player.connect()
        var failure: ServiceProviderError?
        for _ in 0..<loginAttemptsMax {
            do throws(ServiceProviderError) {
                try await player.login()
                return nil
            } catch {
                failure = error
            }
        }
        return failure
    }
}
