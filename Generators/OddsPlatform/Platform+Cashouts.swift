import OddsBetting
import OddsJSON

// Cashouts.
extension Platform {
    /// The player's open bets that have a cashout value now.
    package func cashoutBets(_ access: Access) async throws(Refusal) -> JSONValue {
        ["betIds": .array(try await betsWithCashoutValue(access).map { .string($0.name) })]
    }

    /// The same as records.
    func betsWithCashoutValue(_ access: Access) async throws(Refusal) -> [BetRecord] {
        let bets = try await asPlayer(access) { try $0.openBets(of: $1.id) }
        let offers = try await quotesByID(of: bets.flatMap(\.openOffers))
        return bets.filter { $0.cashoutValue($0.openOffers.compactMap { offers[$0] }) != nil }
    }

    /// The cashout value of a bet, or of a part of its stake.
    package func cashoutAmount(
        _ access: Access, bet name: String, stake: Money?
    ) async throws(Refusal) -> JSONValue {
        let value = try await cashoutValue(access, bet: name, stake: stake)
        return ["betId": .string(name), "cashoutValue": value.json]
    }

    /// The same as an amount.
    func cashoutValue(
        _ access: Access, bet name: String, stake: Money?
    ) async throws(Refusal) -> Money {
        let bet = try await asPlayer(access) { try $0.openBet(name, of: $1) }
        let offers = try await quotes(of: bet.openOffers)
        guard let whole = bet.cashoutValue(offers) else { throw .notFound }
        let part = stake ?? bet.remaining
        guard part <= bet.remaining, part > .zero else {
            throw .badShape("stakeValue: expected at most \(bet.remaining.text)")
        }
        let value = bet.part(of: whole, for: part)
        guard value > .zero else { throw .notFound }
        return value
    }

    /// Sells a bet, or a part of it.
    package func cashOut(
        _ access: Access, _ body: Result<JSONReader, Refusal>, key: IdempotencyKey?,
        render: @escaping @Sendable (Refusal) -> Answer
    ) async throws(Refusal) -> Answer {
        let request = Result { () throws(Refusal) in
            do throws(Refusal) {
                return try noting(access, key) { () throws(Refusal) in
                    try CashoutRequest(try body.get())
                }
            } catch {
                throw Refusal(409, "122", error.message)
            }
        }
        return try await cashOut(access, request, key: key, Answer.rendering(render))
    }

    /// The same for a request that has been read.
    ///
    /// - Parameter answer: Returns the answer for what is done, or for a refusal.
    func cashOut(
        _ access: Access, _ request: Result<CashoutRequest, Refusal>, key: IdempotencyKey?,
        _ answer: @escaping @Sendable (Result<JSONValue, Refusal>) -> Answer
    ) async throws(Refusal) -> Answer {
        // What the bet holds never changes, so its offers may be read before.
        let known = try await asPlayer(access) { transaction, player in
            (try? request.get()).flatMap { try? transaction.openBet($0.bet, of: player) }
        }
        let offers = try await quotes(of: known?.openOffers ?? [])
        return try await asPlayer(access) { transaction, player in
            try transaction.answer(of: player, key, answer) {
                try transaction.refuseIfBlocked(player)
                return try transaction.cashOut(try request.get(), offers, of: player)
            }
        }
    }

    // MARK: Streams

    /// The cashout values of a bet from now on, until it is over or the session ends.
    ///
    /// - Parameter milliseconds: After which time it ends in any case.
    /// - Throws: 404 if the bet is another's, or not open.
    package func cashoutValues(
        _ access: Access, bet name: some StringProtocol, endsAfter milliseconds: Int64?
    ) async throws(Refusal) -> AsyncStream<CashoutMessage> {
        let name = String(name)
        let stream = try await asPlayer(access) { [cashoutStreams] transaction, player in
            let bet = try transaction.openBet(name, of: player)
            let first = CashoutMessage.Value(
                bet: bet.id, value: nil, potentialReturn: bet.potentialReturn,
                stake: bet.remaining)
            let now = transaction.now
            return cashoutStreams.stream(
                first, session: access.session ?? "", now: now,
                end: milliseconds.map { now + $0 })
        }
        try await sendCashoutValues()
        return stream
    }

    /// Sends values that have changed, at most one a second to each stream. To be called
    /// several times a second.
    ///
    /// - Complexity: O(streams).
    package func sendCashoutValues() async throws(Refusal) {
        let due = cashoutStreams.due(at: clock.milliseconds)
        guard !due.isEmpty else { return }
        let found = try await state.transact { transaction in
            var bets: [Int64: BetRecord] = [:]
            for id in Set(due.map(\.bet)) { bets[id] = try transaction.bet(id) }
            let sessions = try Set(due.map(\.session)).filter(transaction.isSession)
            return (bets: bets, sessions: sessions)
        }
        let open = found.bets.values.filter(\.isOpen)
        let offers = try await quotesByID(of: open.flatMap(\.openOffers))
        let now = clock.milliseconds
        for stream in due {
            guard let bet = found.bets[stream.bet], bet.isOpen,
                found.sessions.contains(stream.session)
            else {
                cashoutStreams.end(stream)
                continue
            }
            let value = CashoutMessage.Value(
                bet: bet.id, value: bet.cashoutValue(bet.openOffers.compactMap { offers[$0] }),
                potentialReturn: bet.potentialReturn, stake: bet.remaining)
            cashoutStreams.send(value, to: stream, at: now)
        }
    }
}
