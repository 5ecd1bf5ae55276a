import OddsBetting
import OddsJSON
import OddsTraffic

extension BetRecord {
    /// The bet as the second provider's histories have it: leg by leg.
    var legs: [JSONValue] {
        let count = type.divide(selections, isBanker: \.isBanker).others.count
        let isCustom = builderPrice != nil
        let bet = [
            JSONMember("idFOBet", SportRadarID.json(id)),
            JSONMember("idFOBetType", .string(SlipType.code(of: type, count: count))),
            JSONMember("betTypeName", .string(isCustom ? "Custom" : type.title(count: count))),
            JSONMember("betState", .string(state)), JSONMember("betResult", .string(result)),
            JSONMember("totalMultiBetOdds", .number(factor.text)),
            JSONMember("totalStake", stake.json),
            JSONMember("potentialReturn", potentialReturn.json),
            JSONMember("totalReturn", paid.json), JSONMember("free", .bool(isFree)),
            JSONMember("tsAttempted", .string(WireDate.spaced(placed))),
        ]
        return selections.enumerated().map { index, selection in
            .object(
                [JSONMember("legOrder", .number(index + 1))] + bet + selection.legMembers)
        }
    }

    private var state: String {
        switch status {
        case .open: "Opened"
        case .cashedOut: "Cashed Out"
        case .won, .lost, .void: "Settled"
        }
    }

    private var result: String {
        switch status {
        case .open: "Open"
        case .cashedOut: "NotSpecified"
        case .won: "Won"
        case .lost: "Lost"
        case .void: "Void"
        }
    }
}

extension BetRecord.Selection {
    fileprivate var legMembers: [JSONMember] {
        let names = names
        let price = FractionalPrice(odds)
        let status =
            switch result {
            case nil: "Open"
            case .won, .halfWon: "Won"
            case .lost, .halfLost: "Lost"
            case .void: "Void"
            }
        return [
            JSONMember("idFOSelection", SportRadarID.json(offer)),
            JSONMember("idFOEvent", SportRadarID.json(event)),
            JSONMember("betLegStatus", .string(status)),
            JSONMember("eventName", names["eventName"] ?? .null),
            JSONMember("participantHome", names["homeParticipantName"] ?? .null),
            JSONMember("participantAway", names["awayParticipantName"] ?? .null),
            JSONMember("idFOSportType", names["sportCode"] ?? .null),
            JSONMember("marketName", names["marketName"] ?? .null),
            JSONMember("selectionName", names["betName"] ?? .null),
            JSONMember("ownPriceUp", .number(price.up)),
            JSONMember("ownPriceDown", .number(price.down)),
            JSONMember("eventResult", .null),
        ]
    }
}
