import Foundation
import Testing

@testable import ServicesProvider

/// The requests of platform contract, section 8.7: method, path, query, body, and the header
/// fields of each family, whose spellings differ.
@Suite struct OddsEndpointTests {
    private static let ticket = EveryMatrix.PlaceBetRequest(
        ucsOperatorId: 7001, userId: "7", username: "ana", currency: "EUR", type: "SYSTEM",
        systemBetType: "2/3", amount: "9.00", oddsValidationType: "ACCEPT_HIGHER",
        terminalType: "MOBILE", ubsWalletId: nil, freeBet: nil,
        selections: [
            .init(
                bettingOfferId: "9101", priceValue: decimal("1.85"), eventId: "3001",
                marketId: "5001", bettingTypeId: "69", outcomeId: "7101", banker: false,
                betBuilderPriceValue: nil)
        ])
    private static let cashout = EveryMatrix.CashoutRequest(
        betId: "b-2", cashoutValue: decimal("4.57"), cashoutType: "PARTIAL",
        partialCashoutStake: decimal("4.5"), cashoutChangeAcceptanceType: "WITHIN_THRESHOLD",
        operatorId: "7001", language: "en")
    private static let query = EveryMatrix.BetsQuery(
        limit: 20, placedBefore: "2026-10-02T16:12:15.648Z", betStatus: "WON")

    @Test(arguments: [
        (
            EveryMatrixOddsAPI.placeBet(ticket, idempotencyKey: "k.0"),
            "POST /place-bet/7001/v2/bets", "x-sessionid userid x-operatorid Idempotency-Key",
            #"{"amount":"9.00","currency":"EUR","oddsValidationType":"ACCEPT_HIGHER","#
                + #""selections":[{"banker":false,"bettingOfferId":"9101","bettingTypeId":"69","#
                + #""eventId":"3001","marketId":"5001","outcomeId":"7101","priceValue":1.85}],"#
                + #""systemBetType":"2/3","terminalType":"MOBILE","type":"SYSTEM","#
                + #""ucsOperatorId":7001,"userId":"7","username":"ana"}"#
        ),
        (
            .getOpenBets(.init(limit: 20, placedBefore: nil, betStatus: nil)),
            "GET /bets-api/v1/7001/open-bets?limit=20",
            "x-session-id x-user-id x-operator-id x-language", nil
        ),
        (
            .getSettledBets(query),
            "GET /bets-api/v1/7001/settled-bets?limit=20&placedBefore=2026-10-02T16%3A12%3A15.648Z"
                + "&betStatus=WON", "x-session-id x-user-id x-operator-id x-language", nil
        ),
        (
            .getBet(betId: "../b 1?"), "GET /bets-api/v1/7001/bets/..%2Fb%201%3F",
            "x-session-id x-user-id x-operator-id x-language", nil
        ),
        (
            .getCashoutBets, "GET /bets-api/v1/7001/cashout-bets",
            "x-session-id x-user-id x-operator-id x-language", nil
        ),
        (
            .getCashoutAmount(betId: "b-2", stakeValue: "4.5"),
            "GET /bets-api/v1/7001/cashout-amount?betId=b-2&stakeValue=4.5",
            "x-session-id x-user-id x-operator-id x-language", nil
        ),
        (
            .getCashoutAmount(betId: "b-2", stakeValue: nil),
            "GET /bets-api/v1/7001/cashout-amount?betId=b-2",
            "x-session-id x-user-id x-operator-id x-language", nil
        ),
        (
            .getCashoutValues(betId: "b-2"), "GET /cashout/v1/cashout-value/b-2",
            "X-SessionId userId X-OperatorId", nil
        ),
        (
            .cashOut(cashout, idempotencyKey: "k"), "POST /cashout/v1/cashout",
            "X-SessionId userId X-OperatorId Idempotency-Key",
            #"{"betId":"b-2","cashoutChangeAcceptanceType":"WITHIN_THRESHOLD","#
                + #""cashoutType":"PARTIAL","cashoutValue":4.57,"language":"en","#
                + #""operatorId":"7001","partialCashoutStake":4.5}"#
        ),
        (
            .book(
                .init(selections: [.init(bettingOfferId: "9101")], originalSelectionsLength: 1)),
            "POST /v2/sports/bets/book", "",
            #"{"originalSelectionsLength":1,"selections":[{"bettingOfferId":"9101"}]}"#
        ),
        (.getBooking(code: "K7/Q"), "GET /v2/sports/bets/book/K7%2FQ", "", nil),
    ] as [(EveryMatrixOddsAPI, String, String, String?)])
    func requestIsThatOfTheContract(
        _ api: EveryMatrixOddsAPI, _ line: String, _ fields: String, _ body: String?
    ) throws {
        let configuration = try ServicesProviderConfiguration(
            endpoints: [.production: .init(feed: "ws://h", player: "http://h", odds: "http://o")])
        let endpoint = try EveryMatrix.OddsEndpoint(configuration, api, userID: "7")
        #expect("\(endpoint.method.rawValue) \(endpoint.address.dropFirst(8))" == line)
        let names =
            [
                endpoint.authHeaderKey(for: .sessionId), endpoint.authHeaderKey(for: .userId),
            ].compactMap(\.self) + endpoint.headers.map(\.name)
        #expect(names.joined(separator: " ") == fields)
        #expect(endpoint.body.map { String(decoding: $0.bytes, as: UTF8.self) } == body)
        #expect(endpoint.requireSessionKey == !fields.isEmpty)
        #expect(endpoint.userID == "7")
        for (name, value) in endpoint.headers where name.lowercased().contains("operator") {
            #expect(value == "7001")
        }
        let movesMoney = fields.hasSuffix("Idempotency-Key")
        #expect(endpoint.timeout == (movesMoney ? .seconds(30) : nil))
        #expect(endpoint.isIdempotent == (movesMoney || endpoint.method == .get))
    }
}
