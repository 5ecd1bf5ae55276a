public import Foundation
public import OddsBetting

// Bets: the functions of `BettingProvider`. All of them throw `bettingProviderNotFound` if the
// client is not connected.
extension ServicesProviderClient {
    // MARK: History

    /// A page of all bets of the player, open and settled ones. Twenty make a page.
    ///
    /// Each page continues the one before, as long as page 0 is not
    /// asked for again. Bets that are placed meanwhile neither show twice nor hide others.
    ///
    /// - Parameter pageIndex: The number of the page, from 0. Pages past the last one are
    ///   empty.
    /// - Throws: `invalidRequestFormat` for a negative number.
    public func getBetHistory(pageIndex: Int) async throws(ServiceProviderError) -> BetsPage {
        try await betting().getBetHistory(pageIndex: pageIndex)
    }

    /// A page of open bets; see `getBetHistory`.
    ///
    /// - Parameters:
    ///   - pageIndex: The number of the page, from 0.
    ///   - startDate: Bets that were placed before are left out.
    ///   - endDate: Bets that were placed then or later are left out.
    public func getOpenBetsHistory(
        pageIndex: Int, startDate: Date?, endDate: Date?
    ) async throws(ServiceProviderError) -> BetsPage {
        try await betting().getOpenBetsHistory(
            pageIndex: pageIndex, startDate: startDate, endDate: endDate)
    }

    /// A page of settled bets; see `getOpenBetsHistory`.
    public func getResolvedBetsHistory(
        pageIndex: Int, startDate: Date?, endDate: Date?
    ) async throws(ServiceProviderError) -> BetsPage {
        try await betting().getResolvedBetsHistory(
            pageIndex: pageIndex, startDate: startDate, endDate: endDate)
    }

    /// A page of bets that have won; see `getOpenBetsHistory`.
    public func getWonBetsHistory(
        pageIndex: Int, startDate: Date?, endDate: Date?
    ) async throws(ServiceProviderError) -> BetsPage {
        try await betting().getWonBetsHistory(
            pageIndex: pageIndex, startDate: startDate, endDate: endDate)
    }

    /// A page of bets that were cashed out in full; see `getOpenBetsHistory`.
    public func getCashedOutBetsHistory(
        pageIndex: Int, startDate: Date?, endDate: Date?
    ) async throws(ServiceProviderError) -> BetsPage {
        try await betting().getCashedOutBetsHistory(
            pageIndex: pageIndex, startDate: startDate, endDate: endDate)
    }

    /// A bet.
    ///
    /// - Throws: `notFound` for an unknown one, or another player's.
    public func getBetDetails(identifier: String) async throws(ServiceProviderError) -> Bet {
        try await betting().getBetDetails(identifier: identifier)
    }

    // MARK: Betslip

    /// What a ticket returns at the current odds if all wins, as the server calculates it.
    ///
    /// - Throws: `errorDetailedMessage` if the server does not know an offer, or if type and
    ///   selections do not fit.
    public func calculatePotentialReturn(
        forBetTicket ticket: BetTicket
    ) async throws(ServiceProviderError) -> PotentialReturn {
        try await betting().calculatePotentialReturn(forBetTicket: ticket)
    }

    /// The types of bets that selections allow: a single or a multiple first, then the
    /// systems that the server names. There are none for several selections of one event.
    public func getAllowedBetTypes(
        withBetTicketSelections selections: [BetTicketSelection]
    ) async throws(ServiceProviderError) -> [AllowedBetType] {
        try await betting().getAllowedBetTypes(withBetTicketSelections: selections)
    }

    /// What a ticket may be placed for.
    ///
    /// - Parameters:
    ///   - betType: How the selections are combined.
    ///   - selections: The selections.
    ///   - stakeAmount: The stake of which the return is asked for.
    /// - Throws: As `calculatePotentialReturn`.
    public func calculateUnifiedBettingOptions(
        betType: BetType, selections: [BetTicketSelection], stakeAmount: Decimal?
    ) async throws(ServiceProviderError) -> UnifiedBettingOptions {
        try await betting().calculateUnifiedBettingOptions(
            betType: betType, selections: selections, stakeAmount: stakeAmount)
    }

    // MARK: Placing

    /// Places tickets, each as a bet of its own and all at the same time.
    ///
    /// A lost answer is asked for again, and never places a ticket twice: all attempts of a
    /// ticket have one key.
    ///
    /// - Parameters:
    ///   - betTickets: 1 to 1,000 tickets.
    ///   - useFreebetBalance: Whether free-bet money alone pays, else real money.
    ///   - options: Currency, odds that are accepted, and the key of the call.
    /// - Throws: The error of the first ticket if none was placed: `oddsChanged`,
    ///   `insufficientFunds`, `stakeOutOfRange`, `limitExceeded`, `notPlacedBet` with the
    ///   server's code (904 for a closed offer, 905 for selections that cannot be combined),
    ///   `resourceUnavailableOrDeleted` for an unknown offer, `sessionBlocked`,
    ///   `conflict(key: "920")` for a key that was used for another ticket, `badRequest`.
    ///   `invalidResponse` if the server says that a bet was placed and not which.
    ///   `invalidRequestFormat`, unsent, for another number of tickets or an unusable key.
    public func placeBets(
        betTickets: [BetTicket], useFreebetBalance: Bool,
        options: PlaceBetsOptions = PlaceBetsOptions()
    ) async throws(ServiceProviderError) -> PlacedBetsResponse {
        try await betting().placeBets(
            betTickets: betTickets, useFreebetBalance: useFreebetBalance, options: options)
    }

    /// Agrees to the terms that the house has offered for a ticket: see
    /// `BetOffer`. All attempts have the same effect as one.
    ///
    /// - Returns: The bet; `nil` where the server says no more than that it is placed.
    /// - Throws: `notPlacedBet` if the offer has lapsed or was rejected, or the bet cannot be
    ///   placed any more; `notFound` for an unknown one, or another player's.
    public func confirmBet(_ offer: BetOffer) async throws(ServiceProviderError) -> PlacedBet? {
        try await betting().confirmBet(offer)
    }

    /// Does not agree to the terms that the house has offered. No money has moved.
    ///
    /// - Throws: `notFound` for an unknown offer, or another player's; `conflict` for one that was
    ///   confirmed.
    public func rejectBet(_ offer: BetOffer) async throws(ServiceProviderError) {
        try await betting().rejectBet(offer)
    }

    /// Which changes of the odds are taken without the player being asked.
    public func getOddsChangeSettings() async throws(ServiceProviderError) -> OddsChangeSettings {
        try await betting().getOddsChangeSettings()
    }

    /// Sets which changes of the odds are taken, and returns the whole.
    public func updateOddsChangeSettings(
        _ settings: OddsChangeSettings
    ) async throws(ServiceProviderError) -> OddsChangeSettings {
        try await betting().updateOddsChangeSettings(settings)
    }

    /// The money for free bets, in the player's currency, exactly.
    public func getFreebetBalance() async throws(ServiceProviderError) -> Decimal {
        try await betting().getFreebetBalance()
    }

    // MARK: Cashout

    /// The cashout value of a bet and its changes, at most one a second. It ends with the
    /// bet, and with the session.
    ///
    /// - Throws: Its reader gets `cashout(.noCurrentOdds)` if the bet is unknown or over.
    public func subscribeToCashoutValue(
        betId: String
    ) throws(ServiceProviderError) -> Subscription<BetCashoutValue> {
        try betting().subscribeToCashoutValue(betId: betId)
    }

    /// Cashes out a bet, or a part of its stake. Never twice for one call.
    ///
    /// - Throws: `cashout` with the reason; `conflict(key: "920")` for a key that was used
    ///   for another request; `invalidRequestFormat`, unsent, for an unusable key.
    public func executeCashout(
        request: CashoutRequest
    ) async throws(ServiceProviderError) -> CashoutResult {
        try await betting().executeCashout(request: request)
    }

    /// The cashout value of a bet now.
    ///
    /// - Parameters:
    ///   - betId: The bet.
    ///   - stakeValue: The part of the remaining stake; all of it if it is `nil`.
    /// - Throws: `notFound` if there is no value.
    public func calculateCashout(
        betId: String, stakeValue: Decimal?
    ) async throws(ServiceProviderError) -> Decimal {
        try await betting().calculateCashout(betId: betId, stakeValue: stakeValue)
    }

    /// The numbers of the open bets that have a cashout value now.
    public func allowedCashoutBetIds() async throws(ServiceProviderError) -> [String] {
        try await betting().allowedCashoutBetIds()
    }

    // MARK: BetBuilder

    /// What selections of one event return together at their current price.
    ///
    /// - Throws: `notPlacedBet` if they cannot be played together; else as
    ///   `calculatePotentialReturn`.
    public func calculateBetBuilderPotentialReturn(
        forBetTicket ticket: BetTicket
    ) async throws(ServiceProviderError) -> PotentialReturn {
        try await betting().calculateBetBuilderPotentialReturn(forBetTicket: ticket)
    }

    /// Places selections of one event as one, at a price of their own.
    ///
    /// - Parameters:
    ///   - betTicket: The ticket, at least two selections of different markets. Its type does
    ///     not count.
    ///   - calculatedOdd: The price that the player has seen.
    ///   - options: As for `placeBets`.
    /// - Throws: As `placeBets`.
    public func placeBetBuilderBet(
        betTicket: BetTicket, calculatedOdd: Decimal,
        options: PlaceBetsOptions = PlaceBetsOptions()
    ) async throws(ServiceProviderError) -> PlacedBet {
        try await betting().placeBetBuilderBet(
            betTicket: betTicket, calculatedOdd: calculatedOdd, options: options)
    }

    // MARK: Booking codes

    /// Keeps selections under a code, for whoever has it.
    ///
    /// - Parameter bettingOfferIds: 1 to 20 betting offers.
    /// - Throws: `badRequest` for another number.
    public func createBookingCode(
        bettingOfferIds: [String]
    ) async throws(ServiceProviderError) -> String {
        try await betting().createBookingCode(bettingOfferIds: bettingOfferIds)
    }

    /// The betting offers under a code.
    ///
    /// - Throws: `notFound` for an unknown code.
    public func getBettingOfferIds(
        bookingCode: String
    ) async throws(ServiceProviderError) -> [String] {
        try await betting().getBettingOfferIds(bookingCode: bookingCode)
    }
}
