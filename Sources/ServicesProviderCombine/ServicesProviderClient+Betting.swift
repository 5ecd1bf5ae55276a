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
        oneShot { () async throws(ServiceProviderError) in
            try await self.getBetHistory(pageIndex: pageIndex)
        }
    }

    /// As `getOpenBetsHistory(pageIndex:startDate:endDate:)`.
    public func getOpenBetsHistoryPublisher(
        pageIndex: Int, startDate: Date?, endDate: Date?
    ) -> AnyPublisher<BetsPage, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.getOpenBetsHistory(
                pageIndex: pageIndex, startDate: startDate, endDate: endDate)
        }
    }

    /// As `getResolvedBetsHistory(pageIndex:startDate:endDate:)`.
    public func getResolvedBetsHistoryPublisher(
        pageIndex: Int, startDate: Date?, endDate: Date?
    ) -> AnyPublisher<BetsPage, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.getResolvedBetsHistory(
                pageIndex: pageIndex, startDate: startDate, endDate: endDate)
        }
    }

    /// As `getWonBetsHistory(pageIndex:startDate:endDate:)`.
    public func getWonBetsHistoryPublisher(
        pageIndex: Int, startDate: Date?, endDate: Date?
    ) -> AnyPublisher<BetsPage, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.getWonBetsHistory(
                pageIndex: pageIndex, startDate: startDate, endDate: endDate)
        }
    }

    /// As `getCashedOutBetsHistory(pageIndex:startDate:endDate:)`.
    public func getCashedOutBetsHistoryPublisher(
        pageIndex: Int, startDate: Date?, endDate: Date?
    ) -> AnyPublisher<BetsPage, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.getCashedOutBetsHistory(
                pageIndex: pageIndex, startDate: startDate, endDate: endDate)
        }
    }

    /// As `getBetDetails(identifier:)`.
    public func getBetDetailsPublisher(
        identifier: String
    ) -> AnyPublisher<Bet, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.getBetDetails(identifier: identifier)
        }
    }

    // MARK: Betslip

    /// As `calculatePotentialReturn(forBetTicket:)`.
    public func calculatePotentialReturnPublisher(
        forBetTicket ticket: BetTicket
    ) -> AnyPublisher<PotentialReturn, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.calculatePotentialReturn(forBetTicket: ticket)
        }
    }

    /// As `getAllowedBetTypes(withBetTicketSelections:)`.
    public func getAllowedBetTypesPublisher(
        withBetTicketSelections selections: [BetTicketSelection]
    ) -> AnyPublisher<[AllowedBetType], ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.getAllowedBetTypes(withBetTicketSelections: selections)
        }
    }

    /// As `calculateUnifiedBettingOptions(betType:selections:stakeAmount:)`.
    public func calculateUnifiedBettingOptionsPublisher(
        betType: BetType, selections: [BetTicketSelection], stakeAmount: Decimal?
    ) -> AnyPublisher<UnifiedBettingOptions, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.calculateUnifiedBettingOptions(
                betType: betType, selections: selections, stakeAmount: stakeAmount)
        }
    }

    // MARK: Placing

    /// As `placeBets(betTickets:useFreebetBalance:options:)`.
    public func placeBetsPublisher(
        betTickets: [BetTicket], useFreebetBalance: Bool,
        options: PlaceBetsOptions = PlaceBetsOptions()
    ) -> AnyPublisher<PlacedBetsResponse, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.placeBets(
                betTickets: betTickets, useFreebetBalance: useFreebetBalance, options: options)
        }
    }

    // MARK: Cashout

    /// As `subscribeToCashoutValue(betId:)`.
    public func subscribeToCashoutValuePublisher(
        betId: String
    ) -> AnyPublisher<SubscribableContent<BetCashoutValue>, ServiceProviderError> {
        subscribing { () throws(ServiceProviderError) in
            try self.subscribeToCashoutValue(betId: betId)
        }
    }

    /// As `executeCashout(request:)`.
    public func executeCashoutPublisher(
        request: CashoutRequest
    ) -> AnyPublisher<CashoutResult, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.executeCashout(request: request)
        }
    }

    /// As `calculateCashout(betId:stakeValue:)`.
    public func calculateCashoutPublisher(
        betId: String, stakeValue: Decimal?
    ) -> AnyPublisher<Decimal, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.calculateCashout(betId: betId, stakeValue: stakeValue)
        }
    }

    /// As `allowedCashoutBetIds()`.
    public func allowedCashoutBetIdsPublisher() -> AnyPublisher<[String], ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.allowedCashoutBetIds()
        }
    }

    // MARK: BetBuilder

    /// As `calculateBetBuilderPotentialReturn(forBetTicket:)`.
    public func calculateBetBuilderPotentialReturnPublisher(
        forBetTicket ticket: BetTicket
    ) -> AnyPublisher<PotentialReturn, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.calculateBetBuilderPotentialReturn(forBetTicket: ticket)
        }
    }

    /// As `placeBetBuilderBet(betTicket:calculatedOdd:options:)`.
    public func placeBetBuilderBetPublisher(
        betTicket: BetTicket, calculatedOdd: Decimal, options: PlaceBetsOptions = PlaceBetsOptions()
    ) -> AnyPublisher<PlacedBet, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.placeBetBuilderBet(
                betTicket: betTicket, calculatedOdd: calculatedOdd, options: options)
        }
    }

    // MARK: Booking codes

    /// As `createBookingCode(bettingOfferIds:)`.
    public func createBookingCodePublisher(
        bettingOfferIds: [String]
    ) -> AnyPublisher<String, ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.createBookingCode(bettingOfferIds: bettingOfferIds)
        }
    }

    /// As `getBettingOfferIds(bookingCode:)`.
    public func getBettingOfferIdsPublisher(
        bookingCode: String
    ) -> AnyPublisher<[String], ServiceProviderError> {
        oneShot { () async throws(ServiceProviderError) in
            try await self.getBettingOfferIds(bookingCode: bookingCode)
        }
    }
}
