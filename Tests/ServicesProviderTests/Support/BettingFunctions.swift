import OddsBetting

@testable import ServicesProvider

// The compiler holds the facade to the protocol: same names, same arguments, same errors.
extension ServicesProviderClient: BettingProvider {
    public var connectionStates: ConnectorStates { bettingConnectionStates }
}

/// All functions of bets, by what offers them.
let bettingFunctions:
    [(capability: Capability, call: @Sendable (any BettingProvider) async throws -> Void)] = [
        (.betHistory, { _ = try await $0.getBetHistory(pageIndex: 0) }),
        (.betHistory, {
            _ = try await $0.getOpenBetsHistory(pageIndex: 0, startDate: nil, endDate: nil)
        }),
        (.betHistory, {
            _ = try await $0.getResolvedBetsHistory(pageIndex: 0, startDate: nil, endDate: nil)
        }),
        (.betHistory, {
            _ = try await $0.getWonBetsHistory(pageIndex: 0, startDate: nil, endDate: nil)
        }),
        (.betHistory, {
            _ = try await $0.getCashedOutBetsHistory(pageIndex: 0, startDate: nil, endDate: nil)
        }),
        (.betHistory, { _ = try await $0.getBetDetails(identifier: "b-1") }),
        (.betslip, { _ = try await $0.calculatePotentialReturn(forBetTicket: .single()) }),
        (.betslip, {
            _ = try await $0.getAllowedBetTypes(
                withBetTicketSelections: BetTicket.single().selections)
        }),
        (.bettingOptions, {
            _ = try await $0.calculateUnifiedBettingOptions(
                betType: .single, selections: BetTicket.single().selections, stakeAmount: 1)
        }),
        (.placing, {
            _ = try await $0.placeBets(
                betTickets: [.single()], useFreebetBalance: false, options: PlaceBetsOptions())
        }),
        (.betOffers, { _ = try await $0.confirmBet(.none) }),
        (.betOffers, { try await $0.rejectBet(.none) }),
        (.oddsChangeSettings, { _ = try await $0.getOddsChangeSettings() }),
        (.oddsChangeSettings, {
            _ = try await $0.updateOddsChangeSettings(.init(inRunning: .none, beforeMatch: .none))
        }),
        (.freebetBalance, { _ = try await $0.getFreebetBalance() }),
        (.cashout, { for try await _ in try $0.subscribeToCashoutValue(betId: "b-1") {} }),
        (.cashout, { _ = try await $0.executeCashout(request: .init(betID: "b-1", value: 1)) }),
        (.cashout, { _ = try await $0.calculateCashout(betId: "b-1", stakeValue: nil) }),
        (.cashout, { _ = try await $0.allowedCashoutBetIds() }),
        (.betBuilder, {
            _ = try await $0.calculateBetBuilderPotentialReturn(forBetTicket: .single())
        }),
        (.betBuilder, {
            _ = try await $0.placeBetBuilderBet(
                betTicket: .single(), calculatedOdd: 2, options: PlaceBetsOptions())
        }),
        (.bookingCodes, { _ = try await $0.createBookingCode(bettingOfferIds: ["1"]) }),
        (.bookingCodes, { _ = try await $0.getBettingOfferIds(bookingCode: "K7Q2ZM") }),
    ]

extension BetOffer {
    /// One that no server has made.
    static let none = BetOffer(id: "0", stake: 1, potentialReturn: nil, selections: [])
}
