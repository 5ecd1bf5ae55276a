#if canImport(Combine)
    public import Combine
#else
    public import OpenCombine
#endif
public import Foundation
public import OddsBetting
public import OddsClient
public import ServicesProvider

// Bets as publishers. Each one calls, or subscribes, at each subscription.
extension ServicesProviderClient {
    /// The states of the connection of bets: the current one first.
    public var bettingConnectionStatePublisher: AnyPublisher<ConnectorState, Never> {
        let states = bettingConnectionStates
        return SequencePublisher { states }.eraseToAnyPublisher()
    }

    // MARK: History

    /// As `getBetHistory(pageIndex:)`.
    public func getBetHistoryPublisher(
        pageIndex: Int
    ) -> AnyPublisher<BetsPage, ServiceProviderError> {
        oneShot(getBetHistory, pageIndex)
    }

    /// As `getOpenBetsHistory(pageIndex:startDate:endDate:)`.
    public func getOpenBetsHistoryPublisher(
        pageIndex: Int, startDate: Date?, endDate: Date?
    ) -> AnyPublisher<BetsPage, ServiceProviderError> {
        oneShot(getOpenBetsHistory, pageIndex, startDate, endDate)
    }

    /// As `getResolvedBetsHistory(pageIndex:startDate:endDate:)`.
    public func getResolvedBetsHistoryPublisher(
        pageIndex: Int, startDate: Date?, endDate: Date?
    ) -> AnyPublisher<BetsPage, ServiceProviderError> {
        oneShot(getResolvedBetsHistory, pageIndex, startDate, endDate)
    }

    /// As `getWonBetsHistory(pageIndex:startDate:endDate:)`.
    public func getWonBetsHistoryPublisher(
        pageIndex: Int, startDate: Date?, endDate: Date?
    ) -> AnyPublisher<BetsPage, ServiceProviderError> {
        oneShot(getWonBetsHistory, pageIndex, startDate, endDate)
    }

    /// As `getCashedOutBetsHistory(pageIndex:startDate:endDate:)`.
    public func getCashedOutBetsHistoryPublisher(
        pageIndex: Int, startDate: Date?, endDate: Date?
    ) -> AnyPublisher<BetsPage, ServiceProviderError> {
        oneShot(getCashedOutBetsHistory, pageIndex, startDate, endDate)
    }

    /// As `getBetDetails(identifier:)`.
    public func getBetDetailsPublisher(
        identifier: String
    ) -> AnyPublisher<Bet, ServiceProviderError> {
        oneShot(getBetDetails, identifier)
    }

    // MARK: Betslip

    /// As `calculatePotentialReturn(forBetTicket:)`.
    public func calculatePotentialReturnPublisher(
        forBetTicket ticket: BetTicket
    ) -> AnyPublisher<PotentialReturn, ServiceProviderError> {
        oneShot(calculatePotentialReturn, ticket)
    }

    /// As `getAllowedBetTypes(withBetTicketSelections:)`.
    public func getAllowedBetTypesPublisher(
        withBetTicketSelections selections: [BetTicketSelection]
    ) -> AnyPublisher<[AllowedBetType], ServiceProviderError> {
        oneShot(getAllowedBetTypes, selections)
    }

    /// As `calculateUnifiedBettingOptions(betType:selections:stakeAmount:)`.
    public func calculateUnifiedBettingOptionsPublisher(
        betType: BetType, selections: [BetTicketSelection], stakeAmount: Decimal?
    ) -> AnyPublisher<UnifiedBettingOptions, ServiceProviderError> {
        oneShot(calculateUnifiedBettingOptions, betType, selections, stakeAmount)
    }

    // MARK: Placing

    /// As `placeBets(betTickets:useFreebetBalance:options:)`.
    public func placeBetsPublisher(
        betTickets: [BetTicket], useFreebetBalance: Bool,
        options: PlaceBetsOptions = PlaceBetsOptions()
    ) -> AnyPublisher<PlacedBetsResponse, ServiceProviderError> {
        oneShot(placeBets, betTickets, useFreebetBalance, options)
    }

    /// As `confirmBet(_:)`.
    public func confirmBetPublisher(
        _ offer: BetOffer
    ) -> AnyPublisher<PlacedBet?, ServiceProviderError> {
        oneShot(confirmBet, offer)
    }

    /// As `rejectBet(_:)`.
    public func rejectBetPublisher(_ offer: BetOffer) -> AnyPublisher<Void, ServiceProviderError> {
        oneShot(rejectBet, offer)
    }

    /// As `getOddsChangeSettings()`.
    public func getOddsChangeSettingsPublisher()
        -> AnyPublisher<OddsChangeSettings, ServiceProviderError>
    {
        oneShot(getOddsChangeSettings)
    }

    /// As `updateOddsChangeSettings(_:)`.
    public func updateOddsChangeSettingsPublisher(
        _ settings: OddsChangeSettings
    ) -> AnyPublisher<OddsChangeSettings, ServiceProviderError> {
        oneShot(updateOddsChangeSettings, settings)
    }

    /// As `getFreebetBalance()`.
    public func getFreebetBalancePublisher() -> AnyPublisher<Decimal, ServiceProviderError> {
        oneShot(getFreebetBalance)
    }

    // MARK: Cashout

    /// As `subscribeToCashoutValue(betId:)`.
    public func subscribeToCashoutValuePublisher(
        betId: String
    ) -> AnyPublisher<SubscribableContent<BetCashoutValue>, ServiceProviderError> {
        subscribing(subscribeToCashoutValue, betId)
    }

    /// As `executeCashout(request:)`.
    public func executeCashoutPublisher(
        request: CashoutRequest
    ) -> AnyPublisher<CashoutResult, ServiceProviderError> {
        oneShot(executeCashout, request)
    }

    /// As `calculateCashout(betId:stakeValue:)`.
    public func calculateCashoutPublisher(
        betId: String, stakeValue: Decimal?
    ) -> AnyPublisher<Decimal, ServiceProviderError> {
        oneShot(calculateCashout, betId, stakeValue)
    }

    /// As `allowedCashoutBetIds()`.
    public func allowedCashoutBetIdsPublisher() -> AnyPublisher<[String], ServiceProviderError> {
        oneShot(allowedCashoutBetIds)
    }

    // MARK: BetBuilder

    /// As `calculateBetBuilderPotentialReturn(forBetTicket:)`.
    public func calculateBetBuilderPotentialReturnPublisher(
        forBetTicket ticket: BetTicket
    ) -> AnyPublisher<PotentialReturn, ServiceProviderError> {
        oneShot(calculateBetBuilderPotentialReturn, ticket)
    }

    /// As `placeBetBuilderBet(betTicket:calculatedOdd:options:)`.
    public func placeBetBuilderBetPublisher(
        betTicket: BetTicket, calculatedOdd: Decimal, options: PlaceBetsOptions = PlaceBetsOptions()
    ) -> AnyPublisher<PlacedBet, ServiceProviderError> {
        oneShot(placeBetBuilderBet, betTicket, calculatedOdd, options)
    }

    // MARK: Booking codes

    /// As `createBookingCode(bettingOfferIds:)`.
    public func createBookingCodePublisher(
        bettingOfferIds: [String]
    ) -> AnyPublisher<String, ServiceProviderError> {
        oneShot(createBookingCode, bettingOfferIds)
    }

    /// As `getBettingOfferIds(bookingCode:)`.
    public func getBettingOfferIdsPublisher(
        bookingCode: String
    ) -> AnyPublisher<[String], ServiceProviderError> {
        oneShot(getBettingOfferIds, bookingCode)
    }
}
