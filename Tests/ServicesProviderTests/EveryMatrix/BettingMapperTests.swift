import Foundation
import OddsBetting
import Testing

@testable import ServicesProvider

/// From the wire to bets and back: platform contract, sections 8.7 and 9.
@Suite struct BettingMapperTests {
    private func decode<Value: Decodable>(_ json: String) throws -> Value {
        try WireDecoder.decode(Value.self, from: Array(json.utf8))
    }

    private func bet(_ members: String = "") -> String {
        #"{"id":"b-1","amount":9,"currency":"EUR","status":"OPEN","#
            + #""placedDate":"2026-10-02T16:12:15.648Z","selections":[]\#(members)}"#
    }

    // MARK: Bets

    @Test func betIsReadExactly() throws {
        let bet = try #require(
            EveryMatrixModelMapper.bet(
                from: try decode(
                    """
                    {"id":"b-1","type":"SYSTEM","systemBetType":"2/3","amount":9.00,
                    "currency":"EUR","totalPriceValue":5.90333333,"maxWinning":53.13,
                    "status":"WON","betPlacementStatus":"ACCEPTED","betSettlementStatus":"WON",
                    "placedDate":"2026-10-02T16:12:15.648Z",
                    "settledDate":"2026-10-02T18:00:00Z","betRemainingStake":4.5,
                    "overallCashoutAmount":4.57,"betNetReturns":57.7,"freeBet":false,
                    "betBuilder":false,"ticketCode":"T-1","selections":[{"id":"b-1-1",
                    "outcomeId":"7101","bettingOfferId":9101,"eventId":"3001",
                    "eventName":"A - B","marketName":"Winner","betName":"A",
                    "bettingTypeId":"69","priceValue":1.85,"initialPriceValue":1.8,
                    "status":"HALF_WON","isLive":true,"banker":true,"sportId":"1",
                    "sportName":"Football","tournamentName":"Cup","homeParticipantName":"A",
                    "awayParticipantName":"B","eventDate":"2026-10-02T17:00:00Z"}]}
                    """)))
        #expect(bet.id == "b-1" && bet.type == .system(size: 2) && bet.status == .won)
        #expect(bet.stake == 9 && bet.remainingStake == decimal("4.5"))
        #expect(bet.totalOdds == decimal("5.90333333"))
        #expect(bet.potentialReturn == decimal("53.13"))
        #expect(bet.cashedOutAmount == decimal("4.57") && bet.netReturns == decimal("57.7"))
        #expect(bet.ticketCode == "T-1" && !bet.isFreeBet && !bet.isBetBuilder)
        #expect(bet.placedDate == WireTime.date("2026-10-02T16:12:15.648Z"))
        #expect(bet.settledDate == WireTime.date("2026-10-02T18:00:00Z"))
        let selection = try #require(bet.selections.first)
        #expect(selection.bettingOfferID == "9101" && selection.outcomeID == "7101")
        #expect(selection.odds == decimal("1.85") && selection.requestedOdds == decimal("1.8"))
        #expect(selection.status == .halfWon && selection.isLive && selection.isBanker)
        #expect(selection.eventName == "A - B" && selection.outcomeName == "A")
        #expect(selection.eventDate == WireTime.date("2026-10-02T17:00:00Z"))
    }

    @Test(arguments: [
        ("OPEN", BetStatus.opened), ("PENDING", .opened), ("WON", .won), ("LOST", .lost),
        ("VOID", .void), ("CANCELLED", .cancelled), ("CASHED_OUT", .cashedOut),
        ("SETTLED", .settled), ("open", .opened), ("HALF_OPEN", .undefined), ("", .undefined),
    ]) func statusOfABet(_ text: String, _ status: BetStatus) {
        #expect(EveryMatrixModelMapper.betStatus(text) == status)
        #expect(status.isOpen == (status == .opened))
    }

    @Test(arguments: [
        ("OPEN", BetSelectionStatus.opened), ("WON", .won), ("LOST", .lost), ("VOID", .void),
        ("HALF_WON", .halfWon), ("HALF_LOST", .halfLost), ("MAYBE", .undefined),
    ]) func statusOfASelection(_ text: String, _ status: BetSelectionStatus) {
        #expect(EveryMatrixModelMapper.betSelectionStatus(text) == status)
    }

    @Test func whatCannotBeReadIsDroppedAndCounted() throws {
        let late = bet().replacing("b-1", with: "b-2")
        let list = [
            bet(), bet(#","settledDate":"yesterday""#),
            bet().replacing("2026-10-02T16:12:15.648Z", with: "now"),
            bet().replacing(#""amount":9"#, with: #""amount":1e400"#), "{}", "7", "null",
            late, bet(#","settledDate":null,"type":"QUINTUPLE""#),
        ]
        let (bets, droppedCount, last) = EveryMatrixModelMapper.bets(
            from: try decode("[\(list.joined(separator: ","))]"))
        #expect(bets.map(\.bet.id) == ["b-1", "b-2", "b-1"] && droppedCount == 6)
        #expect(bets.first?.placed.text == "2026-10-02T16:12:15.648Z" && last != nil)
        #expect(bets.last?.bet.type == nil && bets.last?.bet.settledDate == nil)
        // A selection that cannot be read does not take its bet with it.
        let maimed = EveryMatrixModelMapper.bet(
            from: try decode(
                bet().replacing(#""selections":[]"#, with: #""selections":[{"id":"x"},7]"#)))
        #expect(maimed?.droppedSelectionsCount == 2 && maimed?.selections == [])
    }

    @Test func wageringHistoryIsRead() throws {
        let good =
            #"{"transId":"p-9","transType":"1","realAmount":10.5,"bonusAmount":0,"balance":39.5,"#
            + #""ins":"2026-10-02T16:12:15.648Z","currencyCode":"EUR"}"#
        let list = [
            good, good.replacing(#""transType":"1""#, with: #""transType":2"#),
            good.replacing(#""transType":"1""#, with: #""transType":"3""#),
            good.replacing("2026-10-02", with: "soon"), "{}",
        ]
        let page = EveryMatrixModelMapper.wageringTransactions(
            from: try decode(
                #"{"pagination":{"next":"2","previous":null},"transactions":"#
                    + "[\(list.joined(separator: ","))]}"))
        #expect(page.transactions.map(\.kind) == [.bet, .win] && page.droppedCount == 3)
        #expect(page.next == "2" && page.previous == nil)
        let first = try #require(page.transactions.first)
        #expect(first.realAmount == decimal("10.5") && first.balance == decimal("39.5"))
        #expect(first.id == "p-9" && first.currency == "EUR" && first.bonusAmount == 0)
    }

    // MARK: Placing

    private let place = EveryMatrixModelMapper.Placing(
        operatorID: "7001", userID: "7", username: "ana", currency: "EUR", isFree: false,
        options: PlaceBetsOptions())

    private func selections(_ count: Int, bankers: Int = 0) -> [BetTicketSelection] {
        (0..<count).map {
            BetTicketSelection(
                bettingOfferID: "9\($0)", outcomeID: "7\($0)", marketID: "5\($0)",
                eventID: "3\($0)", bettingTypeID: "69", odds: decimal("1.85"),
                isBanker: $0 < bankers)
        }
    }

    @Test(arguments: [
        (BetType.single, 1, 0, "SINGLE", nil), (.multiple, 2, 0, "MULTIPLE", nil),
        (.system(size: 2), 3, 0, "SYSTEM", "2/3"), (.system(size: 2), 4, 1, "SYSTEM", "2/3"),
        (.named(.lucky15), 4, 0, "LUCKY15", nil),
    ] as [(BetType, Int, Int, String, String?)]) func typeOfATicket(
        _ type: BetType, _ count: Int, _ bankers: Int, _ name: String, _ system: String?
    ) {
        let request = EveryMatrixModelMapper.placeBetRequest(
            from: BetTicket(type: type, selections: selections(count, bankers: bankers), stake: 9),
            place)
        #expect(request.type == name && request.systemBetType == system)
        #expect(request.selections.count == count)
        #expect(request.selections.filter(\.banker).count == bankers)
    }

    @Test(arguments: [
        ("9", "9.00"), ("10.5", "10.50"), ("0.35", "0.35"), ("1.005", "1.005"), ("0", "0.00"),
        ("-1", "-1"), ("12345678901", "12345678901"),
    ]) func stakeIsTextOfTwoPlaces(_ stake: String, _ amount: String) {
        let request = EveryMatrixModelMapper.placeBetRequest(
            from: BetTicket(type: .single, selections: selections(1), stake: decimal(stake)),
            place)
        #expect(request.amount == amount)
    }

    @Test func betBuilderIsASingleWithOnePrice() {
        let request = EveryMatrixModelMapper.placeBetRequest(
            from: BetTicket(type: .multiple, selections: selections(2), stake: 9), place,
            builderOdds: decimal("4.42"))
        #expect(request.type == "SINGLE" && request.systemBetType == nil)
        #expect(request.selections.map(\.betBuilderPriceValue) == [
            decimal("4.42"), decimal("4.42"),
        ])
    }

    @Test(arguments: [
        (OddsValidationType.acceptAny, "ACCEPT_ANY"), (.acceptHigher, "ACCEPT_HIGHER"),
        (.acceptNone, "ACCEPT_NONE"),
    ]) func policyOfATicket(_ type: OddsValidationType, _ name: String) {
        var options = PlaceBetsOptions()
        options.oddsValidationType = type
        options.ubsWalletId = "w"
        let request = EveryMatrixModelMapper.placeBetRequest(
            from: BetTicket(type: .single, selections: selections(1), stake: 9),
            .init(
                operatorID: "x", userID: "7", username: "bea", currency: "USD", isFree: true,
                options: options))
        #expect(request.oddsValidationType == name && request.ubsWalletId == "w")
        #expect(request.freeBet == true && request.currency == "USD")
        #expect(request.ucsOperatorId == nil && request.username == "bea")
    }

    @Test func placedBetIsRead() throws {
        let bet = try EveryMatrixModelMapper.placedBet(
            from: try decode(
                """
                {"success":true,"betId":"b-1","potentialReturn":53.97,"status":"OPEN",
                "message":null,"ticketCode":"T-1","selections":[{"bettingOfferId":"9101",
                "priceValue":1.9},{"bettingOfferId":"9102"}]}
                """))
        #expect(bet.betID == "b-1" && bet.status == .opened && bet.ticketCode == "T-1")
        #expect(bet.potentialReturn == decimal("53.97"))
        #expect(bet.selections == [.init(bettingOfferID: "9101", odds: decimal("1.9"))])
    }

    @Test(arguments: [
        ("{}", ServiceProviderError.invalidResponse), (#"{"success":true}"#, .invalidResponse),
        (#"{"success":true,"betId":""}"#, .invalidResponse),
        (#"{"success":true,"betId":null}"#, .invalidResponse),
        (#"{"success":false,"betId":"b-1","message":"no"}"#, .notPlacedBet(message: "no")),
    ]) func placingWithoutANumberIsNone(_ json: String, _ error: ServiceProviderError) {
        #expect(throws: error) {
            try EveryMatrixModelMapper.placedBet(from: try decode(json))
        }
    }

    @Test func bookingCodesAreRead() throws {
        #expect(EveryMatrixModelMapper.bookingCode(from: try decode(#"{"code":"K7"}"#)) == "K7")
        let booked = EveryMatrixModelMapper.bettingOfferIDs(
            from: try decode(#"{"selections":[{"bettingOfferId":"9"},{},{"bettingOfferId":8}]}"#))
        #expect(booked == ["9", "8"])
    }

    // MARK: Cashouts

    @Test func cashoutsAreAskedForByKindAndAcceptance() {
        func body(
            _ kind: CashoutRequest.Kind, _ acceptance: CashoutRequest.Acceptance
        ) -> EveryMatrix.CashoutRequest {
            EveryMatrixModelMapper.cashoutRequest(
                from: CashoutRequest(
                    betID: "b-2", value: decimal("4.57"), kind: kind, acceptance: acceptance),
                operatorID: "7001", language: "en")
        }
        let full = body(.full, .none)
        #expect(full.cashoutType == "FULL" && full.partialCashoutStake == nil)
        #expect(full.cashoutChangeAcceptanceType == "NONE" && full.cashoutValue == decimal("4.57"))
        let part = body(.partial(stake: decimal("4.5")), .any)
        #expect(part.cashoutType == "PARTIAL" && part.partialCashoutStake == decimal("4.5"))
        #expect(part.cashoutChangeAcceptanceType == "ACCEPT_ANY")
        #expect(body(.full, .higher).cashoutChangeAcceptanceType == "ACCEPT_HIGHER")
        #expect(body(.full, .withinThreshold).cashoutChangeAcceptanceType == "WITHIN_THRESHOLD")
    }

    @Test func cashoutResultIsRead() throws {
        let result = try EveryMatrixModelMapper.cashoutResult(
            from: try decode(
                """
                {"success":true,"betId":"b-2","requestId":"r-4","cashoutValue":4.57,
                "cashoutType":"PARTIAL","partialCashoutStake":4.5,"cashoutPayout":4.56,
                "pendingCashOut":true}
                """))
        #expect(result.betID == "b-2" && result.requestID == "r-4" && result.isPending)
        #expect(result.payout == decimal("4.56") && result.partialStake == decimal("4.5"))
        #expect(throws: ServiceProviderError.invalidResponse) {
            try EveryMatrixModelMapper.cashoutResult(
                from: try decode(#"{"success":false,"betId":"b-2","cashoutValue":1}"#))
        }
    }

    @Test func cashoutListsAndAmountsAreRead() throws {
        let amount = EveryMatrixModelMapper.cashoutAmount(
            from: try decode(#"{"betId":"b-2","cashoutValue":9.14}"#))
        #expect(amount == decimal("9.14"))
        let bets = EveryMatrixModelMapper.cashoutBets(
            from: try decode(#"{"betIds":["b-2",null,{},"b-3"]}"#))
        #expect(bets == ["b-2", "b-3"])
    }

    @Test func cashoutValueIsThatOfSuccessAlone() throws {
        func value(_ code: Int) throws -> BetCashoutValue? {
            EveryMatrixModelMapper.cashoutValue(
                from: try decode(
                    """
                    {"messageType":"CASHOUT_VALUE","betId":"b-2","cashoutValue":9.14,
                    "currentPossibleWinning":16.65,"stake":9.0,"partialCashOutEnabled":true,
                    "details":{"code":\(code),"message":"m"}}
                    """))
        }
        let good = try #require(try value(100))
        #expect(good.betID == "b-2" && good.value == decimal("9.14") && good.allowsPartial)
        #expect(good.potentialReturn == decimal("16.65") && good.remainingStake == 9)
        let none = try #require(try value(103))
        #expect(none.value == nil && none.remainingStake == 9)
        for text in [
            #"{"messageType":"AUTOCASHOUT_RULE","betId":"b-2","details":{"code":100}}"#,
            #"{"messageType":"CASHOUT_VALUE","betId":"b-2","cashoutValue":1}"#,
        ] {
            #expect(EveryMatrixModelMapper.cashoutValue(from: try decode(text)) == nil)
        }
    }

    // MARK: Betslip

    @Test func bettingOptionsAreRead() throws {
        let options = try EveryMatrixModelMapper.bettingOptions(
            from: try decode(
                """
                {"success":true,"minStake":0.35,"maxStake":2500,"priceValueFactor":5.1245,
                "availableForManualBetRequest":true,"freeBets":[],"oddsBoosts":[],"stakeBacks":[],
                "betBuilder":[{"selections":[{"bettingOfferId":"1"},{"bettingOfferId":2}],
                "betBuilderOdds":4.42},{}],"forbiddenCombinations":[{"selections":[
                {"bettingOfferId":"1"},{"bettingOfferId":"2"}]}],
                "maxWinningAndTaxes":{"maxWinning":51.24,"taxEnabled":true}}
                """))
        #expect(options.minStake == decimal("0.35") && options.maxStake == 2_500)
        #expect(options.totalOdds == decimal("5.1245") && options.isTaxed)
        #expect(options.potentialReturn == decimal("51.24") && options.allowsManualRequest)
        #expect(
            options.betBuilders == [.init(bettingOfferIDs: ["1", "2"], odds: decimal("4.42"))])
        #expect(options.forbiddenCombinations == [["1", "2"]])
        #expect(throws: ServiceProviderError.invalidResponse) {
            try EveryMatrixModelMapper.bettingOptions(from: try decode(#"{"success":false}"#))
        }
        #expect(try EveryMatrixModelMapper.bettingOptions(from: try decode("{}")).minStake == nil)
    }

    @Test func unknownSystemsAreLeftOut() throws {
        let types = EveryMatrixModelMapper.systemBets(
            from: try decode(
                """
                {"systemBets":[{"id":"2/3","name":"Doubles","numberOfBets":3},
                {"id":"TRIXIE","numberOfBets":4},{"id":"GOLIATH","name":"x","numberOfBets":247},
                {"id":"2/3","numberOfBets":"x"}]}
                """))
        #expect(types.map(\.type) == [.system(size: 2), .named(.trixie)])
        #expect(types.map(\.name) == ["Doubles", nil] && types.map(\.numberOfBets) == [3, 4])
    }
}
