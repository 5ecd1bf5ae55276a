import Foundation

// Placing, and booking codes.
extension EveryMatrixBettingProvider {
    private static let ticketsMax = 1_000
    private static let keyLengthMax = 60

    func placeBets(
        betTickets: [BetTicket], useFreebetBalance: Bool, options: PlaceBetsOptions
    ) async throws(ServiceProviderError) -> PlacedBetsResponse {
        guard (1...Self.ticketsMax).contains(betTickets.count) else { throw .invalidRequestFormat }
        let key = try Self.key(options)
        let placing = try await placing(options, isFree: useFreebetBalance)
        let requests = betTickets.map {
            EveryMatrixModelMapper.placeBetRequest(from: $0, placing)
        }
        let results = await withTaskGroup { group in
            for (number, request) in requests.enumerated() {
                group.addTask { [self] in
                    (number, await place(request, placing, key: "\(key).\(number)"))
                }
            }
            return await group.reduce(
                into: [Result<PlacedBet, ServiceProviderError>](
                    repeating: .failure(.cancelled), count: requests.count)
            ) { $0[$1.0] = $1.1 }
        }
        let response = PlacedBetsResponse(results: results, idempotencyKey: key)
        if response.bets.isEmpty { _ = try results[0].get() }
        return response
    }

    func placeBetBuilderBet(
        betTicket: BetTicket, calculatedOdd: Decimal, options: PlaceBetsOptions
    ) async throws(ServiceProviderError) -> PlacedBet {
        let key = try Self.key(options)
        let placing = try await placing(options, isFree: false)
        let request = EveryMatrixModelMapper.placeBetRequest(
            from: betTicket, placing, builderOdds: calculatedOdd)
        return try await place(request, placing, key: "\(key).0").get()
    }

    /// The key of a call.
    ///
    /// - Throws: `invalidRequestFormat` for what a header cannot carry.
    private static func key(_ options: PlaceBetsOptions) throws(ServiceProviderError) -> String {
        guard let key = options.idempotencyKey, key.utf8.count <= keyLengthMax else {
            return UUID().uuidString
        }
        guard isKey(key, lengthMax: keyLengthMax) else { throw .invalidRequestFormat }
        return key
    }

    /// Whether a header field can carry a key.
    static func isKey(_ key: String, lengthMax: Int) -> Bool {
        (1...lengthMax).contains(key.utf8.count) && key.utf8.allSatisfy { 33...126 ~= $0 }
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
