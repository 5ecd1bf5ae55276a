import Foundation
import OddsBetting

// Bets as they are shown.
extension SportRadarModelMapper {
    private typealias Leg = SportRadar.BetsResponse.Leg

    /// The bets, each at the place of its first leg, and the number of those that cannot be
    /// read.
    ///
    /// - Parameter currency: That of the player, which legs do not have.
    static func bets(
        from response: SportRadar.BetsResponse, currency: String
    ) -> (bets: [Bet], droppedCount: Int) {
        var ids: [String] = []
        var legs: [String: [Leg]] = [:]
        var unreadable: Set<String> = []
        // A leg of no bet is taken for a bet of its own.
        var droppedCount = 0
        for element in response.elements {
            guard let id = element.idFOBet else {
                droppedCount += 1
                continue
            }
            if let leg = element.leg {
                if legs[id] == nil { ids.append(id) }
                legs[id, default: []].append(leg)
            } else {
                unreadable.insert(id)
            }
        }
        var bets: [Bet] = []
        for id in ids where !unreadable.contains(id) {
            if let bet = bet(id, legs[id] ?? [], currency) {
                bets.append(bet)
            } else {
                unreadable.insert(id)
            }
        }
        return (bets, droppedCount + unreadable.count)
    }

    /// - Parameter legs: At least one.
    /// - Returns: `nil` if a price or the date cannot be read.
    private static func bet(_ id: String, _ legs: [Leg], _ currency: String) -> Bet? {
        let legs = legs.enumerated()
            .sorted { ($0.element.legOrder, $0.offset) < ($1.element.legOrder, $1.offset) }
            .map(\.element)
        let selections = legs.compactMap(betSelection)
        guard let first = legs.first, selections.count == legs.count,
            let placed = SportRadarTime.betDate(first.tsAttempted)
        else { return nil }
        let status = betStatus(state: first.betState, result: first.betResult ?? "")
        return Bet(
            id: id, type: betType(of: first, count: legs.count), status: status,
            stake: first.totalStake, remainingStake: nil, currency: currency,
            totalOdds: first.totalMultiBetOdds, potentialReturn: first.potentialReturn,
            cashedOutAmount: status == .cashedOut ? first.totalReturn : nil,
            netReturns: first.totalReturn, isFreeBet: first.free ?? false,
            isBetBuilder: first.isCustom, ticketCode: nil, placedDate: placed, settledDate: nil,
            selections: selections, droppedSelectionsCount: 0)
    }

    /// By the code, or by the name where there is none.
    private static func betType(of leg: Leg, count: Int) -> BetType? {
        if leg.isCustom { return .single }
        if let code = leg.idFOBetType { return betType(code, count: count) }
        let name = leg.betTypeName?.lowercased()
        let systems = (1..<max(1, count)).map { BetType.system(size: $0) }
        let types = [.single, .multiple] + systems + NamedBetType.allCases.map { .named($0) }
        return types.first {
            $0.sizes(count: count) != nil && $0.title(count: count).lowercased() == name
        }
    }

    static func betStatus(state: String, result: String) -> BetStatus {
        switch state.lowercased() {
        case "attempted", "opened", "open": .opened
        case "cancelled": .cancelled
        case "cashed out": .cashedOut
        case "won": .won
        case "lost": .lost
        case "settled", "closed":
            switch result.lowercased() {
            case "won": .won
            case "lost": .lost
            case "void", "drawn": .void
            default: .settled
            }
        default: .undefined
        }
    }

    static func betSelectionStatus(_ text: String) -> BetSelectionStatus {
        switch text.lowercased() {
        case "open", "pending": .opened
        case "won": .won
        case "lost": .lost
        case "void", "drawn": .void
        default: .undefined
        }
    }

    private static func betSelection(_ leg: Leg) -> BetSelection? {
        guard let odds = odds(up: leg.ownPriceUp, down: leg.ownPriceDown) else { return nil }
        let selection = leg.idFOSelection ?? ""
        return BetSelection(
            id: "\(leg.legOrder)", bettingOfferID: selection, outcomeID: selection,
            eventID: leg.idFOEvent ?? "", bettingTypeID: nil, odds: odds, requestedOdds: nil,
            status: betSelectionStatus(leg.betLegStatus ?? ""), isLive: false, isBanker: false,
            eventName: leg.eventName, eventDate: nil, marketName: leg.marketName,
            outcomeName: leg.selectionName, sportID: leg.idFOSportType, sportName: nil,
            tournamentName: nil, homeParticipantName: leg.participantHome,
            awayParticipantName: leg.participantAway)
    }
}

extension SportRadar.BetsResponse.Leg {
    /// Whether it is of a bet on selections of one event, at a price of their own.
    fileprivate var isCustom: Bool { betTypeName?.lowercased() == "custom" }
}
