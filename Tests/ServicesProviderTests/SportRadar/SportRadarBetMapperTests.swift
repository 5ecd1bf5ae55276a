import Foundation
import OddsBetting
import Testing

@testable import ServicesProvider

/// Bets of the second provider: contract of the second provider, section 9.
@Suite struct SportRadarBetMapperTests {
    private typealias Mapper = SportRadarModelMapper

    private func read<Value: Decodable>(_ text: String) throws -> Value {
        try SportRadarWire.decode(Value.self, from: Array(text.utf8))
    }

    private func leg(_ id: String, _ order: Int, _ members: String = "") -> String {
        """
        {"idFOBet":\(id),"legOrder":\(order),"betTypeName":"Double","betState":"Opened",
        "betResult":"Open","betLegStatus":"Open","selectionName":"s\(order)","ownPriceUp":17,
        "ownPriceDown":20,"totalStake":10,"potentialReturn":34.22,"totalReturn":0,
        "tsAttempted":"2026-10-02 16:12:15.\(order)","eventResult":null\(members)}
        """
    }

    // MARK: Histories

    /// One bet of several legs, in their order, at the place of the first.
    @Test func legsOfABetAreOneBet() throws {
        let response: SportRadar.BetsResponse = try read(
            "[\(leg("7.1", 2)),\(leg("8.10", 1)),\(leg("7.1", 1)),\(leg("8.1", 1))]")
        let (bets, droppedCount) = Mapper.bets(from: response, currency: "EUR")
        #expect(droppedCount == 0 && bets.map(\.id) == ["7.1", "8.10", "8.1"])
        #expect(bets[0].selections.map(\.outcomeName) == ["s1", "s2"])
        #expect(bets[0].selections.map(\.odds) == [decimal("1.85"), decimal("1.85")])
        #expect(bets[0].type == .multiple && bets[0].currency == "EUR" && bets[0].stake == 10)
        #expect(bets[0].placedDate == SportRadarTime.betDate("2026-10-02 16:12:15.1"))
        #expect(bets[0].potentialReturn == decimal("34.22") && bets[0].netReturns == 0)
        #expect(bets[0].cashedOutAmount == nil && bets[0].remainingStake == nil)
    }

    /// A leg that cannot be read drops its bet, counted.
    @Test(arguments: [
        #"{"idFOBet":7.1,"legOrder":"first"}"#, #"{"idFOBet":7.1}"#,
        #"{"idFOBet":7.1,"legOrder":2,"betState":null}"#,
    ])
    func unreadableLegDropsItsBet(_ wrong: String) throws {
        for list in [
            [leg("7.1", 1), wrong, leg("8.1", 1)], [wrong, leg("8.1", 1), leg("7.1", 1)],
        ] {
            let response: SportRadar.BetsResponse = try read("[\(list.joined(separator: ","))]")
            let (bets, droppedCount) = Mapper.bets(from: response, currency: "EUR")
            #expect(bets.map(\.id) == ["8.1"] && droppedCount == 1)
        }
    }

    @Test func legOfNoBetCountsAsOne() throws {
        let broken = leg("7.1", 2).replacing("16:12:15", with: "then")
        let free = leg("9.1", 1).replacing(#""ownPriceDown":20"#, with: #""ownPriceDown":0"#)
        let response: SportRadar.BetsResponse = try read(
            #"[{},1,null,{"idFOBet":9e1},\#(leg("8.1", 1)),\#(broken),\#(free)]"#)
        let (bets, droppedCount) = Mapper.bets(from: response, currency: "EUR")
        #expect(bets.map(\.id) == ["8.1"] && droppedCount == 6)
    }

    @Test(arguments: [
        ("Opened", "Open", BetStatus.opened), ("OPEN", "", .opened), ("attempted", "", .opened),
        ("Settled", "Won", .won), ("settled", "LOST", .lost), ("Closed", "Void", .void),
        ("Settled", "Drawn", .void), ("Settled", "NotSpecified", .settled),
        ("Cancelled", "", .cancelled), ("Cashed Out", "NotSpecified", .cashedOut),
        ("Won", "", .won), ("lost", "", .lost), ("Sent", "Open", .undefined),
    ])
    func statesCompareWithoutCase(_ state: String, _ result: String, _ status: BetStatus) {
        #expect(Mapper.betStatus(state: state, result: result) == status)
    }

    @Test func statesOfLegsCompareWithoutCase() {
        for (text, status) in [
            ("OPEN", BetSelectionStatus.opened), ("won", .won), ("Lost", .lost), ("VOID", .void),
            ("Pending", .opened), ("?", .undefined),
        ] {
            #expect(Mapper.betSelectionStatus(text) == status)
        }
    }

    // MARK: Types

    /// Each type has a code, and is that of its code again.
    @Test func typesAndCodesAreInverse() {
        for count in 1...20 {
            let types =
                [BetType.single, .multiple] + (1...20).map { BetType.system(size: $0) }
                + NamedBetType.allCases.map { .named($0) }
            for type in types {
                let code = Mapper.betTypeCode(type, count: count)
                #expect((code != nil) == (type.sizes(count: count) != nil))
                if let code { #expect(Mapper.betType(code, count: count) == type) }
            }
        }
        for (code, count) in [("S", 1), ("D", 2), ("T", 3), ("AC4", 4), ("AC20", 20)] {
            #expect(Mapper.betTypeCode(count == 1 ? .single : .multiple, count: count) == code)
        }
        for (code, count) in [("AC4", 5), ("D", 3), ("2/3", 4), ("TRIXIE", 4), ("AC21", 21)] {
            #expect(Mapper.betType(code, count: count) == nil)
        }
    }

    @Test func typeIsThatOfTheNameWhereThereIsNoCode() throws {
        for (name, count, type) in [
            ("single", 1, BetType.single), ("Treble", 3, .multiple),
            ("Doubles", 3, .system(size: 2)),
            ("Trixie", 3, .named(.trixie)), ("Custom", 2, .single), ("Other", 2, nil),
        ] as [(String, Int, BetType?)] {
            let legs = (1...count).map { leg("7.1", $0).replacing("Double", with: name) }
            let response: SportRadar.BetsResponse = try read("[\(legs.joined(separator: ","))]")
            let bet = try #require(Mapper.bets(from: response, currency: "EUR").bets.first)
            #expect(bet.type == type && bet.isBetBuilder == (name == "Custom"))
        }
    }

    // MARK: Slips

    private func slip(_ status: String, id: String = "8812", bet: String = "9912.10") throws
        -> SportRadar.SlipResponse
    {
        try read(
            """
            {"idFOBetSlip":\(id),"totalStake":10,"status":\(status),"bets":[{"idFoBet":\(bet),
            "idfoBetType":"S","totalStake":10,"placeStake":10,"potentialReturn":18.5,
            "betLegs":[{"idFOSelection":7101.1,"idFOPriceType":"CP","priceUp":17,
            "priceDown":"20"}]}]}
            """)
    }

    @Test func placedSlipHasItsBet() throws {
        let bet = try Mapper.placedBet(from: try slip(#"{"state":2,"detailedState":0}"#))
        #expect(bet.betID == "9912.10" && bet.potentialReturn == decimal("18.5"))
        #expect(bet.selections.map(\.bettingOfferID) == ["7101.1"])
        #expect(bet.selections.map(\.odds) == [decimal("1.85")])
        #expect(throws: ServiceProviderError.invalidResponse) {
            try Mapper.placedBet(from: try slip(#"{"state":2}"#, bet: "null"))
        }
    }

    @Test func offeredSlipNeedsTheUsersConfirmation() throws {
        let status = #"{"state":1,"detailedState":66,"statusText":null}"#
        do throws(ServiceProviderError) {
            let slip: SportRadar.SlipResponse
            do { slip = try self.slip(status, bet: "null") } catch { return }
            _ = try Mapper.placedBet(from: slip)
            Issue.record("it is placed")
        } catch {
            guard case .betNeedsUserConfirmation(let details) = error else {
                Issue.record("\(error)")
                return
            }
            let offer = try #require(BetOffer(betDetails: details))
            #expect(offer.id == "8812" && offer.stake == 10)
            #expect(offer.potentialReturn == decimal("18.5"))
            #expect(offer.selections.map(\.odds) == [decimal("1.85")])
        }
        #expect(BetOffer(betDetails: "no") == nil)
        #expect(throws: ServiceProviderError.invalidResponse) {
            try Mapper.placedBet(from: try slip(status, id: "null"))
        }
    }

    /// Whatever the state, but the two that say something else.
    @Test(arguments: ["4", "1", "3", "0"]) func refusedSlipHasItsWords(_ state: String) throws {
        #expect(throws: ServiceProviderError.notPlacedBet(message: "closed")) {
            try Mapper.placedBet(
                from: try slip(#"{"state":\#(state),"detailedState":0,"statusText":"closed"}"#))
        }
        #expect(throws: ServiceProviderError.limitExceeded(LimitKind(subject: nil, period: nil))) {
            try Mapper.placedBet(
                from: try slip(#"{"state":\#(state),"statusText":"a wager limit of yours"}"#))
        }
        #expect(throws: ServiceProviderError.notPlacedBet(message: "")) {
            try Mapper.placedBet(from: try slip(#"{"state":\#(state)}"#))
        }
    }

    @Test func confirmationMayHaveNoBet() throws {
        let none: SportRadar.ConfirmationResponse = try read(#"{"state":2,"detailedState":0}"#)
        #expect(try Mapper.confirmedBet(from: none) == nil)
        let refused: SportRadar.ConfirmationResponse = try read(
            #"{"state":4,"statusText":"lapsed"}"#)
        #expect(throws: ServiceProviderError.notPlacedBet(message: "lapsed")) {
            try Mapper.confirmedBet(from: refused)
        }
    }

    /// `winStake` is of one line; prices are fractions in lowest terms.
    @Test func ticketIsASlip() throws {
        let pick = { (odds: String) in
            BetTicketSelection(
                bettingOfferID: "7101.1", outcomeID: "7101.1", marketID: "5001.1",
                eventID: "9001.1", bettingTypeID: "2", odds: decimal(odds))
        }
        let ticket = BetTicket(
            type: .system(size: 2), selections: ["1.85", "2", "1.7936507"].map(pick), stake: 9)
        let bet = try Mapper.slipBet(from: ticket)
        #expect(bet.winStake == 3 && bet.idFOBetType == "2/3" && !bet.pool)
        #expect(bet.betLegs.map(\.priceUp) == ["17", "1", "7936507"])
        #expect(bet.betLegs.map(\.priceDown) == ["20", "1", "10000000"])
        let request = try Mapper.slipRequest(from: ticket, PlaceBetsOptions(), isFree: true)
        let text = String(decoding: try RequestBody.json(request).bytes, as: UTF8.self)
        #expect(text.contains(#""free":true,"useAutoAcceptance":false"#))
        #expect(text.contains(#""idFOPriceType":"CP","idFOSelection":"7101.1""#))
        #expect(text.contains(#""winStake":3"#) && text.contains(#""systemTag":"""#))
        var options = PlaceBetsOptions()
        options.oddsValidationType = .acceptHigher
        #expect(try Mapper.slipRequest(from: ticket, options, isFree: false).useAutoAcceptance)
        let custom = Mapper.customSlipRequest(from: ticket, odds: decimal("4.42"), options)
        #expect(custom.free == 0 && custom.calculatedOdds == decimal("4.42"))
    }

    // MARK: Options, settings, cashouts

    @Test func optionsAndSettingsAreRead() throws {
        let calculation: SportRadar.CalculationResponse = try read(
            #"{"potentialReturn":18.5,"totalStake":10,"unitCount":1,"totalOdd":1.85}"#)
        #expect(
            Mapper.potentialReturn(from: calculation)
                == PotentialReturn(amount: decimal("18.5"), totalOdds: decimal("1.85")))
        let custom: SportRadar.CustomCalculationResponse = try read(
            #"{"potentialReturn":44.2,"calculatedOdds":4.42}"#)
        #expect(Mapper.customReturn(from: custom).totalOdds == decimal("4.42"))
        let types: SportRadar.BetTypesResponse = try read(
            """
            [{"idFOBetType":"D","name":"Double","unitCount":1},{"idFOBetType":"X","unitCount":1},
            {"idFOBetType":"1/2","unitCount":2}]
            """)
        #expect(
            Mapper.allowedBetTypes(from: types, count: 2).map(\.type)
                == [.multiple, .system(size: 1)])
        let attributes: SportRadar.AttributesResponse = try read(
            #"[{"id":648,"name":"OddsChange","value":"HIGHER"},{"id":667,"value":"none"},{}]"#)
        let settings = Mapper.oddsChangeSettings(from: attributes)
        #expect(settings == OddsChangeSettings(inRunning: .none, beforeMatch: .higher))
        #expect(Mapper.attributes(from: settings).map(\.value) == ["none", "higher"])
        #expect(Mapper.attributes(from: settings).map(\.id) == [667, 668])
    }

    @Test func cashoutsAreRead() throws {
        let value: SportRadar.CashoutValueResponse = try read(
            #"{"cashoutValue":4.57,"partialCashoutAvailable":true}"#)
        #expect(Mapper.cashoutAmount(from: value) == decimal("4.57"))
        #expect(Mapper.cashoutValue(from: value, ofBet: "7.1").allowsPartial)
        let request = CashoutRequest(
            betID: "7.1", value: decimal("4.57"), kind: .partial(stake: decimal("4.5")))
        let body = try RequestBody.json(Mapper.cashoutRequest(from: request))
        #expect(body.bytes == Array(#"{"expectedValue":4.57,"stakeValue":4.5}"#.utf8))
        let done: SportRadar.CashoutResponse = try read(#"{"cashoutResult":0}"#)
        #expect(try Mapper.cashoutResult(from: done, of: request).payout == decimal("4.57"))
        let other: SportRadar.CashoutResponse = try read(#"{"cashoutResult":3}"#)
        #expect(throws: ServiceProviderError.invalidResponse) {
            try Mapper.cashoutResult(from: other, of: request)
        }
        let all = try RequestBody.json(
            Mapper.cashoutRequest(from: CashoutRequest(betID: "7.1", value: 5)))
        #expect(all.bytes == Array(#"{"expectedValue":5}"#.utf8))
    }
}
