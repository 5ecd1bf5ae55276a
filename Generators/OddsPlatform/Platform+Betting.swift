import OddsJSON
import OddsTraffic

// Bets.
extension Platform {
    /// A request that places bets.
    struct Placing: Sendable {
        let access: Access
        let key: IdempotencyKey?
        /// Reads the offers that it concerns; none if it has no shape.
        let offers: @Sendable () async throws(Refusal) -> [OfferQuote]
        /// Refuses what can be refused before the offers are looked at.
        let check: @Sendable (Player) throws -> Void
        /// Places it on those offers, and returns the answer's body.
        let place: @Sendable (Transaction, Player, [OfferQuote]) throws -> JSONValue
        /// Returns the answer for a refusal, which is kept like others.
        let render: @Sendable (Refusal) -> Answer
    }

    private enum Step: Sendable {
        case answered(Answer)
        /// The same request is being placed.
        case held(HeldTickets.Placement)
        /// It is to be held first.
        case live(player: Int64)
    }

    /// Places a ticket.
    ///
    /// - Parameters:
    ///   - body: The body, or why it is none.
    ///   - key: With a key, the first answer is given again when the request is repeated.
    ///   - render: Returns the answer for a refusal, which is kept like others.
    package func placeBet(
        _ access: Access, _ body: Result<JSONReader, Refusal>, key: IdempotencyKey?,
        render: @escaping @Sendable (Refusal) -> Answer
    ) async throws(Refusal) -> Answer {
        let ticket = Result { () throws(Refusal) in
            do throws(Refusal) {
                return try noting(access, key) { () throws(Refusal) in
                    try Ticket(try body.get())
                }
            } catch {
                throw Refusal(400, "901", error.message)
            }
        }
        return try await place(
            Placing(
                access: access, key: key,
                offers: { [self] () async throws(Refusal) in
                    try await quotes(
                        of: (try? ticket.get())?.selections.compactMap { UInt64($0.offer) } ?? [])
                },
                check: { player in
                    guard try ticket.get().currency == player.currency.code else {
                        throw Refusal(
                            400, "902", "currency: the wallet's is \(player.currency.code)")
                    }
                },
                place: { transaction, player, offers in
                    let priced = try PricedTicket(try ticket.get(), offers)
                    return priced.answer(bet: try transaction.place(priced, of: player))
                }, render: render))
    }

    /// Places bets, after the delay if one of the offers is live.
    func place(_ placing: Placing) async throws(Refusal) -> Answer {
        while true {
            let placement: HeldTickets.Placement
            var isOwn = false
            switch try await step(placing) {
            case .answered(let answer): return answer
            case .held(let other): placement = other
            case .live(let player): (placement, isOwn) = try hold(placing, of: player)
            }
            let result = await placement.value
            // What is not kept had no effect, and who has only waited for it asks anew.
            if case .failure = result, !isOwn { continue }
            return try result.get()
        }
    }

    /// Answers what can be answered now.
    private func step(_ placing: Placing) async throws(Refusal) -> Step {
        let offers = try await placing.offers()
        let mayHold = settings.liveDelayMilliseconds > 0
        return try await asPlayerInParts(placing.access) { [held] transaction, player in
            if let key = placing.key {
                if let kept = try transaction.keptAnswer(of: player.id, key) {
                    return .answered(kept)
                }
                if mayHold,
                    let placement = try held.placement(
                        of: .init(player.id, key), digest: key.digest)
                {
                    return .held(placement)
                }
            }
            return try transaction.work(on: placing.key, of: player.id) {
                let result = try transaction.attempt { () throws -> Step in
                    try transaction.refuseIfBlocked(player)
                    try placing.check(player)
                    if mayHold, offers.contains(where: \.isLive) {
                        return .live(player: player.id)
                    }
                    let body = try placing.place(transaction, player, offers)
                    // With the bet: one without its answer would be placed again.
                    let answer = Answer(status: 200, body: body.json)
                    return .answered(try transaction.keep(answer, of: player.id, placing.key))
                }
                switch result {
                case .success(let step): return step
                case .failure(let refusal):
                    let answer = placing.render(refusal)
                    return .answered(try transaction.keep(answer, of: player.id, placing.key))
                }
            }
        }
    }

    /// Begins to place a ticket after the delay.
    private func hold(
        _ placing: Placing, of player: Int64
    ) throws(Refusal) -> (placement: HeldTickets.Placement, isOwn: Bool) {
        let end = clock.milliseconds + settings.liveDelayMilliseconds
        let key = placing.key.map { KeyedRequest(player, $0) }
        func start() -> HeldTickets.Placement {
            HeldTickets.Placement { [self] in
                defer { if let key { held.end(key) } }
                do throws(Refusal) {
                    guard await held.wait(until: end) else { throw Refusal.stopping }
                    return .success(try await finish(placing, of: player))
                } catch {
                    return .failure(error)
                }
            }
        }
        guard let key, let digest = placing.key?.digest else { return (start(), true) }
        return try held.begin(key, digest: digest, start)
    }

    /// Places a ticket that has been held, whether its session goes on or not.
    private func finish(
        _ placing: Placing, of id: Int64
    ) async throws(Refusal) -> Answer {
        let offers = try await placing.offers()
        return try await state.transact { transaction in
            guard let player = try transaction.player(id) else { throw Refusal.forbidden }
            if let key = placing.key, let kept = try transaction.keptAnswer(of: id, key) {
                return kept
            }
            try transaction.refuseIfExcluded(player)
            let result = try transaction.work(on: placing.key, of: id) {
                try transaction.attempt { try placing.place(transaction, player, offers) }
            }
            return try transaction.keep(
                Answer.rendering(placing.render)(result), of: id, placing.key)
        }
    }

    /// Lets go tickets that have been held for long enough. To be called several times a
    /// second.
    package func releaseTickets() { held.release(at: clock.milliseconds) }

    func quotes(of offers: [UInt64]) async throws(Refusal) -> [OfferQuote] {
        guard !offers.isEmpty else { return [] }
        do {
            return try await world.quotes(offers, of: .offer)
        } catch {
            throw .failed(error)
        }
    }

    /// The same by their ids.
    func quotesByID(of offers: [UInt64]) async throws(Refusal) -> [UInt64: OfferQuote] {
        Dictionary(try await quotes(of: offers).map { ($0.offerID, $0) }) { first, _ in first }
    }

    // MARK: Lists

    /// A page of the player's bets.
    package func bets(_ access: Access, _ query: BetQuery) async throws(Refusal) -> JSONValue {
        try await asPlayer(access) { try $0.history(of: $1, query) }
    }

    /// A bet of the player.
    package func bet(
        _ access: Access, id: some StringProtocol
    ) async throws(Refusal) -> JSONValue {
        let id = String(id)
        return try await asPlayer(access) { transaction, player in
            try transaction.bet(id, of: player).json(currency: player.currency)
        }
    }
}
