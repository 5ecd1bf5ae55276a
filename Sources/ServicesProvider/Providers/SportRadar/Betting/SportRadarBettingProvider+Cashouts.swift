import Foundation

// Cashouts.
extension SportRadarBettingProvider {
    func subscribeToCashoutValue(
        betId: String
    ) throws(ServiceProviderError) -> Subscription<BetCashoutValue> {
        Subscription { [weak self] mailbox async throws(ServiceProviderError) in
            guard let self else { throw .cancelled }
            try await SportRadarCashoutValues(provider: self, betID: betId, mailbox: mailbox).run()
        }
    }

    /// The server accepts no other value than that of the request, whatever it says.
    func executeCashout(
        request: CashoutRequest
    ) async throws(ServiceProviderError) -> CashoutResult {
        let key = request.idempotencyKey ?? UUID().uuidString
        guard IdempotencyKey.isKey(key) else { throw .invalidRequestFormat }
        let response: SportRadar.CashoutResponse = try await requests.request(
            .cashOut(
                betId: request.betID, SportRadarModelMapper.cashoutRequest(from: request),
                idempotencyKey: key), ofUser: try await user())
        return try SportRadarModelMapper.cashoutResult(from: response, of: request)
    }

    func calculateCashout(
        betId: String, stakeValue: Decimal?
    ) async throws(ServiceProviderError) -> Decimal {
        SportRadarModelMapper.cashoutAmount(
            from: try await requests.request(
                .getCashoutValue(
                    betId: betId, SportRadarModelMapper.cashoutStake(stakeValue)),
                ofUser: try await user()))
    }

    func allowedCashoutBetIds() async throws(ServiceProviderError) -> [String] {
        SportRadarModelMapper.cashoutBets(
            from: try await requests.request(.getCashoutBets, ofUser: try await user()))
    }

    /// What a bet of a player can be cashed out for now; `nil` if the bet is over.
    func cashoutValue(
        ofBet id: String, _ user: String
    ) async throws(ServiceProviderError) -> BetCashoutValue? {
        do throws(ServiceProviderError) {
            let response: SportRadar.CashoutValueResponse = try await requests.request(
                .getCashoutValue(betId: id, nil), ofUser: user)
            return SportRadarModelMapper.cashoutValue(from: response, ofBet: id)
        } catch {
            guard error == .notFound else { throw error }
        }
        // An open bet without a value is answered like one that is over.
        do throws(ServiceProviderError) {
            guard try await getBetDetails(identifier: id).status.isOpen else { return nil }
        } catch {
            guard error == .notFound else { throw error }
            return nil
        }
        return BetCashoutValue(
            betID: id, value: nil, potentialReturn: nil, remainingStake: nil,
            allowsPartial: false)
    }
}

/// Asks for the cashout value of a bet again and again, as long as the bet is open and the
/// session lives.
struct SportRadarCashoutValues: Sendable {
    /// Between two requests.
    static let interval = Duration.seconds(5)

    let provider: SportRadarBettingProvider
    let betID: String
    let mailbox: SubscriptionMailbox<BetCashoutValue>

    /// Runs until the bet or the session is over, or the task is cancelled.
    ///
    /// - Throws: As `ReopeningStream.run`; `cashout(.noCurrentOdds)` if the bet is not open in
    ///   the first place.
    func run() async throws(ServiceProviderError) {
        let clock = provider.configuration.clock
        var hasBeenOpen = false
        do throws(ServiceProviderError) {
            try await ReopeningStream(coordinator: provider.coordinator, mailbox: mailbox).run {
                (user, publish) async throws(ServiceProviderError) in
                var last: BetCashoutValue?
                while true {
                    guard let value = try await provider.cashoutValue(ofBet: betID, user) else {
                        throw .cashout(.noCurrentOdds)
                    }
                    hasBeenOpen = true
                    if value != last { publish(value) }
                    last = value
                    do { try await clock.sleep(for: Self.interval) } catch { throw .cancelled }
                }
            }
        } catch {
            switch error {
            // The bet is over, or the player has logged out.
            case .cashout, .userSessionNotFound:
                if hasBeenOpen { return }
            default: break
            }
            throw error
        }
    }
}
