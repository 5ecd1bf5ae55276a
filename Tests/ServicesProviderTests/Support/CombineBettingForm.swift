import Foundation
import OddsBetting
import PublisherFixture
import ServicesProviderCombine

@testable import ServicesProvider

/// Bets of a client, each function through its publisher: the same tests run over it and over
/// the client itself.
struct CombineBettingForm: BettingProvider {
    let client: ServicesProviderClient

    var connectionStates: ConnectorStates { client.bettingConnectionStates }

    func subscribeToCashoutValue(betId: String) throws(ServiceProviderError)
        -> ServicesProvider.Subscription<BetCashoutValue>
    {
        let client = client
        return ServicesProvider.Subscription {
            mailbox async throws(ServiceProviderError) in
            var isConnected = false
            for try await change in Values(client.subscribeToCashoutValuePublisher(betId: betId)) {
                switch change {
                case .connected: isConnected = true
                case .disconnected: mailbox.disconnect()
                case .contentUpdate(let value):
                    if isConnected { mailbox.connect(value) } else { mailbox.update(value) }
                    isConnected = false
                }
            }
        }
    }

    func getBetHistory(
        pageIndex: Int
    ) async throws(ServiceProviderError) -> BetsPage {
        try await first(client.getBetHistoryPublisher(pageIndex: pageIndex))
    }

    func getOpenBetsHistory(
        pageIndex: Int, startDate: Date?, endDate: Date?
    ) async throws(ServiceProviderError) -> BetsPage {
        try await first(
            client.getOpenBetsHistoryPublisher(
                pageIndex: pageIndex, startDate: startDate, endDate: endDate))
    }

    func getResolvedBetsHistory(
        pageIndex: Int, startDate: Date?, endDate: Date?
    ) async throws(ServiceProviderError) -> BetsPage {
        try await first(
            client.getResolvedBetsHistoryPublisher(
                pageIndex: pageIndex, startDate: startDate, endDate: endDate))
    }

    func getWonBetsHistory(
        pageIndex: Int, startDate: Date?, endDate: Date?
    ) async throws(ServiceProviderError) -> BetsPage {
        try await first(
            client.getWonBetsHistoryPublisher(
                pageIndex: pageIndex, startDate: startDate, endDate: endDate))
    }

    func getCashedOutBetsHistory(
        pageIndex: Int, startDate: Date?, endDate: Date?
    ) async throws(ServiceProviderError) -> BetsPage {
        try await first(
            client.getCashedOutBetsHistoryPublisher(
                pageIndex: pageIndex, startDate: startDate, endDate: endDate))
    }

    func getBetDetails(
        identifier: String
    ) async throws(ServiceProviderError) -> Bet {
        try await first(client.getBetDetailsPublisher(identifier: identifier))
    }

    func calculatePotentialReturn(
        forBetTicket ticket: BetTicket
    ) async throws(ServiceProviderError) -> PotentialReturn {
        try await first(client.calculatePotentialReturnPublisher(forBetTicket: ticket))
    }

    func getAllowedBetTypes(
        withBetTicketSelections selections: [BetTicketSelection]
    ) async throws(ServiceProviderError) -> [AllowedBetType] {
        try await first(client.getAllowedBetTypesPublisher(withBetTicketSelections: selections))
    }

    func calculateUnifiedBettingOptions(
        betType: BetType, selections: [BetTicketSelection], stakeAmount: Decimal?
    ) async throws(ServiceProviderError) -> UnifiedBettingOptions {
        try await first(
            client.calculateUnifiedBettingOptionsPublisher(
                betType: betType, selections: selections, stakeAmount: stakeAmount))
    }

    func placeBets(
        betTickets: [BetTicket], useFreebetBalance: Bool, options: PlaceBetsOptions
    ) async throws(ServiceProviderError) -> PlacedBetsResponse {
        try await first(
            client.placeBetsPublisher(
                betTickets: betTickets, useFreebetBalance: useFreebetBalance, options: options))
    }

    func confirmBet(_ offer: BetOffer) async throws(ServiceProviderError) -> PlacedBet? {
        try await first(client.confirmBetPublisher(offer))
    }

    func rejectBet(_ offer: BetOffer) async throws(ServiceProviderError) {
        try await first(client.rejectBetPublisher(offer))
    }

    func getOddsChangeSettings() async throws(ServiceProviderError) -> OddsChangeSettings {
        try await first(client.getOddsChangeSettingsPublisher())
    }

    func updateOddsChangeSettings(
        _ settings: OddsChangeSettings
    ) async throws(ServiceProviderError) -> OddsChangeSettings {
        try await first(client.updateOddsChangeSettingsPublisher(settings))
    }

    func getFreebetBalance() async throws(ServiceProviderError) -> Decimal {
        try await first(client.getFreebetBalancePublisher())
    }

    func executeCashout(
        request: CashoutRequest
    ) async throws(ServiceProviderError) -> CashoutResult {
        try await first(client.executeCashoutPublisher(request: request))
    }

    func calculateCashout(
        betId: String, stakeValue: Decimal?
    ) async throws(ServiceProviderError) -> Decimal {
        try await first(client.calculateCashoutPublisher(betId: betId, stakeValue: stakeValue))
    }

    func allowedCashoutBetIds() async throws(ServiceProviderError) -> [String] {
        try await first(client.allowedCashoutBetIdsPublisher())
    }

    func calculateBetBuilderPotentialReturn(
        forBetTicket ticket: BetTicket
    ) async throws(ServiceProviderError) -> PotentialReturn {
        try await first(client.calculateBetBuilderPotentialReturnPublisher(forBetTicket: ticket))
    }

    func placeBetBuilderBet(
        betTicket: BetTicket, calculatedOdd: Decimal, options: PlaceBetsOptions
    ) async throws(ServiceProviderError) -> PlacedBet {
        try await first(
            client.placeBetBuilderBetPublisher(
                betTicket: betTicket, calculatedOdd: calculatedOdd, options: options))
    }

    func createBookingCode(
        bettingOfferIds: [String]
    ) async throws(ServiceProviderError) -> String {
        try await first(client.createBookingCodePublisher(bettingOfferIds: bettingOfferIds))
    }

    func getBettingOfferIds(
        bookingCode: String
    ) async throws(ServiceProviderError) -> [String] {
        try await first(client.getBettingOfferIdsPublisher(bookingCode: bookingCode))
    }
}
