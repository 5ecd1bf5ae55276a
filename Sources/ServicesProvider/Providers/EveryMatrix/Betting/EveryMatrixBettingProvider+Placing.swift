import Foundation

// Placing, and booking codes.
extension EveryMatrixBettingProvider {
    func placeBets(
        betTickets: [BetTicket], useFreebetBalance: Bool, options: PlaceBetsOptions
    ) async throws(ServiceProviderError) -> PlacedBetsResponse {
        try TicketPlacing.check(betTickets)
        let key = try TicketPlacing.key(options)
        let placing = try await placing(options, isFree: useFreebetBalance)
        let requests = betTickets.map {
            EveryMatrixModelMapper.placeBetRequest(from: $0, placing)
        }
        return try await TicketPlacing.place(requests, key: key) { [self] request, key in
            await place(request, placing, key: key)
        }
    }

    func placeBetBuilderBet(
        betTicket: BetTicket, calculatedOdd: Decimal, options: PlaceBetsOptions
    ) async throws(ServiceProviderError) -> PlacedBet {
        let key = TicketPlacing.key(try TicketPlacing.key(options), ofTicket: 0)
        let placing = try await placing(options, isFree: false)
        let request = EveryMatrixModelMapper.placeBetRequest(
            from: betTicket, placing, builderOdds: calculatedOdd)
        return try await place(request, placing, key: key).get()
    }

    private func placing(
        _ options: PlaceBetsOptions, isFree: Bool
    ) async throws(ServiceProviderError) -> EveryMatrixModelMapper.Placing {
        let user = try await user()
        // The same call has to have the same bytes after a restart, when it is not read yet.
        let profile = try await accounts.profile(of: user)
        return EveryMatrixModelMapper.Placing(
            operatorID: configuration.operatorID, userID: user, username: profile.username,
            currency: options.currency ?? profile.currency,
            isFree: isFree, options: options)
    }

    private func place(
        _ ticket: EveryMatrix.PlaceBetRequest, _ placing: EveryMatrixModelMapper.Placing,
        key: String
    ) async -> Result<PlacedBet, ServiceProviderError> {
        do throws(ServiceProviderError) {
            let response: EveryMatrix.PlaceBetResponse = try await request(
                .placeBet(ticket, idempotencyKey: key), ofUser: placing.userID)
            return .success(try EveryMatrixModelMapper.placedBet(from: response))
        } catch {
            if error.leavesOutcomeOpen {
                // The bet may have been placed all the same, and is found again by this key.
                configuration.log.warning(
                    "a ticket has no answer", metadata: ["idempotencyKey": "\(key)"])
            }
            return .failure(error)
        }
    }

    // MARK: Booking codes

    func createBookingCode(
        bettingOfferIds: [String]
    ) async throws(ServiceProviderError) -> String {
        let response: EveryMatrix.BookingCodeResponse = try await request(
            .book(EveryMatrixModelMapper.bookingRequest(from: bettingOfferIds)), ofUser: nil)
        return EveryMatrixModelMapper.bookingCode(from: response)
    }

    func getBettingOfferIds(
        bookingCode: String
    ) async throws(ServiceProviderError) -> [String] {
        let response: EveryMatrix.BookingResponse = try await request(
            .getBooking(code: bookingCode), ofUser: nil)
        return EveryMatrixModelMapper.bettingOfferIDs(from: response)
    }
}
