import OddsBetting
import OddsJSON
import OddsTraffic

// Cashouts.
extension SportRadarBets {
    /// The player's open bets that have a cashout value now.
    package func cashoutBets(_ access: Access) async throws(Refusal) -> JSONValue {
        .array(try await platform.betsWithCashoutValue(access).map { SportRadarID.json($0.id) })
    }

    /// The cashout value of a bet, or of a part of its stake.
    ///
    /// - Parameter body: `nil` for all of the stake.
    /// - Throws: 404 for a bet that is not open or another's, and for one without a value now.
    package func cashoutValue(
        _ access: Access, bet id: some StringProtocol, _ body: JSONReader?
    ) async throws(Refusal) -> JSONValue {
        var stake: Money?
        if let body, body.optional("stakeValue") != nil {
            do throws(Refusal) {
                stake = try body.amount("stakeValue")
            } catch {
                throw Refusal(409, "122", error.message)
            }
        }
        let value = try await platform.cashoutValue(access, bet: try name(of: id), stake: stake)
        return ["cashoutValue": value.json, "partialCashoutAvailable": true]
    }

    /// Sells a bet, or a part of it, at the value that is expected.
    ///
    /// - Parameters:
    ///   - body: The body, or why it is none.
    ///   - key: With a key, the first answer is given again when the request is repeated.
    ///   - render: Returns the answer for a refusal, which is kept like others.
    package func cashOut(
        _ access: Access, bet id: some StringProtocol, _ body: Result<JSONReader, Refusal>,
        key: IdempotencyKey?, render: @escaping @Sendable (Refusal) -> Answer
    ) async throws(Refusal) -> Answer {
        let name = Result { () throws(Refusal) in try self.name(of: id) }
        let request = Result { () throws(Refusal) in
            do throws(Refusal) {
                return try platform.noting(access, key) { () throws(Refusal) in
                    try Self.request(of: try body.get(), bet: name)
                }
            } catch {
                throw error == .notFound ? error : Refusal(409, "122", error.message)
            }
        }
        return try await platform.cashOut(access, request, key: key) { result in
            switch result {
            case .success: Answer(status: 200, body: (["cashoutResult": 0] as JSONValue).json)
            case .failure(let refusal): render(refusal)
            }
        }
    }

    private static func request(
        of body: JSONReader, bet: Result<String, Refusal>
    ) throws(Refusal) -> CashoutRequest {
        let stake = body.optional("stakeValue") == nil ? nil : try body.amountOrZero("stakeValue")
        let asked = try body.amount("expectedValue")
        return CashoutRequest(bet: try bet.get(), asked: asked, stake: stake)
    }

    /// The platform's name of a bet.
    private func name(of id: some StringProtocol) throws(Refusal) -> String {
        guard let number = SportRadarID.number(id) else { throw .notFound }
        return BetRecord.name(number)
    }
}
