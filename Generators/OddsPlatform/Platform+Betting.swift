import OddsJSON
import OddsTraffic

// Bets.
extension Platform {
    /// A ticket that was asked to be placed.
    private struct Placing: Sendable {
        let access: Access
        let ticket: Result<Ticket, Refusal>
        let key: IdempotencyKey?
        let render: @Sendable (Refusal) -> Answer
    }

    private enum Step: Sendable {
        case answered(Answer)
        /// The same request is being placed.
        case held(HeldTickets.Placement)
        /// It is to be held first.
        case live(player: Int64, Ticket)
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
                return try Ticket(try body.get())
            } catch {
                throw Refusal(400, "901", error.message)
            }
        }
        let placing = Placing(access: access, ticket: ticket, key: key, render: render)
        while true {
            let placement: HeldTickets.Placement
            var isOwn = false
            switch try await step(placing) {
            case .answered(let answer): return answer
            case .held(let other): placement = other
            case .live(let player, let ticket):
                (placement, isOwn) = try hold(placing, ticket, of: player)
            }
            let result = await placement.value
            // What is not kept had no effect, and who has only waited for it asks anew.
            if case .failure = result, !isOwn { continue }
            return try result.get()
        }
    }

    /// Answers what can be answered now.
    private func step(_ placing: Placing) async throws(Refusal) -> Step {
        let offers = try await offers(of: placing.ticket)
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
            let result = try transaction.attempt { () throws -> Step in
                try transaction.refuseIfBlocked(player)
                let ticket = try placing.ticket.get()
                guard ticket.currency == player.currency.code else {
                    throw Refusal(
                        400, "902", "currency: the wallet's is \(player.currency.code)")
                }
                if mayHold, offers.contains(where: \.isLive) {
                    return .live(player: player.id, ticket)
                }
                let body = try transaction.place(PricedTicket(ticket, offers), of: player)
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

    private func offers(
        of ticket: Result<Ticket, Refusal>
    ) async throws(Refusal) -> [OfferQuote] {
        try await quotes(
            of: (try? ticket.get())?.selections.compactMap { UInt64($0.offer) } ?? [])
    }

    /// Begins to place a ticket after the delay.
    private func hold(
        _ placing: Placing, _ ticket: Ticket, of player: Int64
    ) throws(Refusal) -> (placement: HeldTickets.Placement, isOwn: Bool) {
        let end = clock.milliseconds + settings.liveDelayMilliseconds
        let key = placing.key.map { HeldTickets.Key(player, $0) }
        func start() -> HeldTickets.Placement {
            HeldTickets.Placement { [self] in
                defer { if let key { held.end(key) } }
                do throws(Refusal) {
                    guard await held.wait(until: end) else { throw Refusal.stopping }
                    return .success(try await finish(placing, ticket, of: player))
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
        _ placing: Placing, _ ticket: Ticket, of id: Int64
    ) async throws(Refusal) -> Answer {
        let offers = try await offers(of: placing.ticket)
        return try await state.transact { transaction in
            guard let player = try transaction.player(id) else { throw Refusal.forbidden }
            if let key = placing.key, let kept = try transaction.keptAnswer(of: id, key) {
                return kept
            }
            try transaction.refuseIfExcluded(player)
            let answer =
                switch try transaction.attempt({
                    try transaction.place(PricedTicket(ticket, offers), of: player)
                }) {
                case .success(let body): Answer(status: 200, body: body.json)
                case .failure(let refusal): placing.render(refusal)
                }
            return try transaction.keep(answer, of: id, placing.key)
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
