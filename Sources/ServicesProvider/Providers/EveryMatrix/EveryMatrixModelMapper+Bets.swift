import Foundation
import OddsBetting

// Bets as they are shown.
extension EveryMatrixModelMapper {
    /// `nil` if a date of it cannot be read.
    static func bet(from bet: EveryMatrix.BetResponse) -> Bet? {
        guard let placed = WireTime.date(bet.placedDate) else { return nil }
        let settled = bet.settledDate.map(WireTime.date)
        if case .some(nil) = settled { return nil }
        return Bet(
            id: bet.id.text,
            type: bet.type.flatMap { BetType(wireName: $0, systemName: bet.systemBetType) },
            status: betStatus(bet.status), stake: bet.amount,
            remainingStake: bet.betRemainingStake, currency: bet.currency,
            totalOdds: bet.totalPriceValue, potentialReturn: bet.maxWinning,
            cashedOutAmount: bet.overallCashoutAmount, netReturns: bet.betNetReturns,
            isFreeBet: bet.freeBet ?? false, isBetBuilder: bet.betBuilder ?? false,
            ticketCode: bet.ticketCode, placedDate: placed, settledDate: settled ?? nil,
            selections: bet.selections.elements.map(betSelection),
            droppedSelectionsCount: bet.selections.droppedCount)
    }

    /// The bets that can be read, and when they were placed; the number of others; and the
    /// last moment of all that can be read.
    static func bets(
        from response: EveryMatrix.BetsResponse
    ) -> (bets: [(bet: Bet, placed: WireMoment)], droppedCount: Int, last: WireMoment?) {
        let places = response.bets.elements.map { place in
            (bet: place.bet.flatMap(bet), placed: place.placedDate.flatMap(WireMoment.init))
        }
        let bets = places.compactMap { place -> (bet: Bet, placed: WireMoment)? in
            guard let bet = place.bet, let placed = place.placed else { return nil }
            return (bet, placed)
        }
        return (
            bets, response.bets.droppedCount + places.count - bets.count,
            places.last { $0.placed != nil }?.placed
        )
    }

    static func betStatus(_ text: String) -> BetStatus {
        switch text.uppercased() {
        case "OPEN", "PENDING": .opened
        case "WON": .won
        case "LOST": .lost
        case "VOID": .void
        case "CANCELLED": .cancelled
        case "CASHED_OUT": .cashedOut
        case "SETTLED": .settled
        default: .undefined
        }
    }

    private static func betSelection(
        from selection: EveryMatrix.BetResponse.Selection
    ) -> BetSelection {
        BetSelection(
            id: selection.id.text, bettingOfferID: selection.bettingOfferId.text,
            outcomeID: selection.outcomeId.text, eventID: selection.eventId.text,
            bettingTypeID: selection.bettingTypeId?.text, odds: selection.priceValue,
            requestedOdds: selection.initialPriceValue,
            status: betSelectionStatus(selection.status ?? ""),
            isLive: selection.isLive ?? false, isBanker: selection.banker ?? false,
            eventName: selection.eventName,
            eventDate: selection.eventDate.flatMap(WireTime.date),
            marketName: selection.marketName, outcomeName: selection.betName,
            sportID: selection.sportId?.text, sportName: selection.sportName,
            tournamentName: selection.tournamentName,
            homeParticipantName: selection.homeParticipantName,
            awayParticipantName: selection.awayParticipantName)
    }

    static func betSelectionStatus(_ text: String) -> BetSelectionStatus {
        switch text.uppercased() {
        case "OPEN", "PENDING": .opened
        case "WON": .won
        case "LOST": .lost
        case "VOID": .void
        case "HALF_WON": .halfWon
        case "HALF_LOST": .halfLost
        default: .undefined
        }
    }

    // MARK: What bets have moved

    static func wageringTransactions(
        from response: EveryMatrix.WageringTransactionsResponse
    ) -> TransactionsPage<WageringTransaction> {
        let transactions = response.transactions.elements.compactMap(wageringTransaction)
        let unreadable = response.transactions.elements.count - transactions.count
        return TransactionsPage(
            transactions: transactions, next: response.pagination?.next,
            previous: response.pagination?.previous,
            droppedCount: response.transactions.droppedCount + unreadable)
    }

    /// `nil` if its date or type cannot be read.
    private static func wageringTransaction(
        from transaction: EveryMatrix.WageringTransactionsResponse.Transaction
    ) -> WageringTransaction? {
        let kinds: [String: WageringTransaction.Kind] = ["1": .bet, "2": .win]
        guard let date = WireTime.date(transaction.ins),
            let kind = kinds[transaction.transType.text]
        else { return nil }
        return WageringTransaction(
            id: transaction.transId.text, kind: kind, realAmount: transaction.realAmount,
            bonusAmount: transaction.bonusAmount ?? 0, balance: transaction.balance,
            currency: transaction.currencyCode, date: date)
    }
}
