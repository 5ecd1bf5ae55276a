import Foundation
import Logging

// Placing.
extension SportRadarBettingProvider {
    func placeBets(
        betTickets: [BetTicket], useFreebetBalance: Bool, options: PlaceBetsOptions
    ) async throws(ServiceProviderError) -> PlacedBetsResponse {
        try TicketPlacing.check(betTickets)
        let key = try TicketPlacing.key(options)
        let user = try await bettor(options)
        return try await TicketPlacing.place(betTickets, key: key) { [self] ticket, key in
            await place(user, key) { () throws(ServiceProviderError) in
                .placeSlip(
                    try SportRadarModelMapper.slipRequest(
                        from: ticket, options, isFree: useFreebetBalance), idempotencyKey: key)
            }
        }
    }

    func placeBetBuilderBet(
        betTicket: BetTicket, calculatedOdd: Decimal, options: PlaceBetsOptions
    ) async throws(ServiceProviderError) -> PlacedBet {
        let key = TicketPlacing.key(try TicketPlacing.key(options), ofTicket: 0)
        let request = SportRadarModelMapper.customSlipRequest(
            from: betTicket, odds: calculatedOdd, options)
        return try await place(try await bettor(options), key) {
            .placeCustomBet(request, idempotencyKey: key)
        }.get()
    }

    /// The number of the player who bets.
    ///
    /// - Throws: `badRequest` for another currency than the player's, which the wire has no
    ///   place for.
    private func bettor(_ options: PlaceBetsOptions) async throws(ServiceProviderError) -> String {
        let user = try await user()
        if let currency = options.currency,
            try await accounts.profile(of: user).currency != currency
        {
            throw .badRequest
        }
        return user
    }

    private func place(
        _ user: String, _ key: String,
        _ api: () throws(ServiceProviderError) -> SportRadarBettingAPI
    ) async -> Result<PlacedBet, ServiceProviderError> {
        do throws(ServiceProviderError) {
            let response: SportRadar.SlipResponse = try await requests.request(
                try api(), ofUser: user)
            return .success(try SportRadarModelMapper.placedBet(from: response))
        } catch {
            if error.leavesOutcomeOpen {
                // The bet may have been placed all the same, and is found again by this key.
                configuration.log.warning(
                    "a ticket has no answer", metadata: ["idempotencyKey": "\(key)"])
            }
            return .failure(error)
        }
    }

    // MARK: Offers of the house

    func confirmBet(_ offer: BetOffer) async throws(ServiceProviderError) -> PlacedBet? {
        let response: SportRadar.ConfirmationResponse = try await requests.request(
            .confirmSlip(slipId: offer.id), ofUser: try await user())
        return try SportRadarModelMapper.confirmedBet(from: response)
    }

    func rejectBet(_ offer: BetOffer) async throws(ServiceProviderError) {
        try await requests.perform(.rejectSlip(slipId: offer.id), ofUser: try await user())
    }
}
