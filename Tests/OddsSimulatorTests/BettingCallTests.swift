import OddsTraffic
import OddsWAMP
import Testing

@testable import OddsSimulator

/// Calls about tickets that are not placed yet.
@Suite struct BettingCallTests {
    /// An offer of an event and a market, which are those of its outcome, 2,000 less.
    private static func quote(
        _ offer: UInt64, market: UInt64, event: UInt64, _ tenMillionths: UInt64
    ) -> OfferQuote {
        OfferQuote(
            offerID: offer, outcomeID: offer - 2_000, marketID: market, eventID: event,
            bettingTypeID: 69, oddsTenMillionths: tenMillionths, isOpen: true, isLive: false,
            description: "{}")
    }

    private static let quotes = [
        quote(9_101, market: 5_001, event: 3_001, 18_500_000),
        quote(9_201, market: 5_002, event: 3_002, 21_000_000),
        quote(9_301, market: 5_003, event: 3_003, 35_000_000),
        quote(9_111, market: 5_011, event: 3_001, 21_000_000),
        quote(9_102, market: 5_001, event: 3_001, 19_090_909),
        quote(9_999, market: 5_999, event: 3_999, 10_000_000_000),
    ]

    private func answer(_ procedure: String, _ arguments: String) throws -> String? {
        let keywords = JSONObjectText(unchecked: Array(arguments.utf8))
        guard let call = try BettingCall(procedure: "/sports#" + procedure, keywords: keywords)
        else { return nil }
        let asked = call.offers
        return String(
            decoding: try call.answer(Self.quotes.filter { asked.contains($0.offerID) }),
            as: UTF8.self)
    }

    private func options(
        _ type: String, _ offers: [UInt64], system: String = "null", stake: String = "10"
    ) throws -> String {
        let selections = offers.map { #"{"bettingOfferId":"\#($0)","priceValue":1.85}"# }
        return try answer("bettingOptionsV2", """
            {"type":"\(type)","systemBetType":\(system),"eachWay":false,"selections":[\
            \(selections.joined(separator: ","))],"stakeAmount":\(stake),"terminalType":"MOBILE",\
            "lang":"en"}
            """) ?? ""
    }

    @Test("The answer has the contract's members: of a multiple")
    func multiple() throws {
        // 1.85 · 2.1 = 3.885
        #expect(
            try options("MULTIPLE", [9_101, 9_201]) == """
                {"success":true,"minStake":0.35,"maxStake":2500,"priceValueFactor":3.885,\
                "availableForManualBetRequest":false,"freeBets":[],"oddsBoosts":[],"stakeBacks":[],\
                "betBuilder":[],"forbiddenCombinations":[],\
                "maxWinningAndTaxes":{"maxWinning":38.85,"taxEnabled":false}}
                """)
    }

    @Test("Two offers of one event are forbidden as a multiple, and may be a BetBuilder")
    func builder() throws {
        // 1 + 2.885 · 0.9 = 3.5965
        #expect(
            try options("SINGLE", [9_101, 9_111], stake: "62.5") == """
                {"success":true,"minStake":0.35,"maxStake":2500,"priceValueFactor":3.59,\
                "availableForManualBetRequest":false,"freeBets":[],"oddsBoosts":[],"stakeBacks":[],\
                "betBuilder":[{"selections":[{"bettingOfferId":"9101","outcomeId":"7101",\
                "bettingTypeId":"69","priceValue":1.85,"banker":false},{"bettingOfferId":"9111",\
                "outcomeId":"7111","bettingTypeId":"69","priceValue":2.1,"banker":false}],\
                "betBuilderOdds":3.59}],"forbiddenCombinations":[{"selections":\
                [{"bettingOfferId":"9101"},{"bettingOfferId":"9111"}]}],\
                "maxWinningAndTaxes":{"maxWinning":224.37,"taxEnabled":false}}
                """)
        // Of one market they are none.
        let market = try options("MULTIPLE", [9_101, 9_102, 9_201])
        #expect(market.contains(#""betBuilder":[],"#))
        #expect(
            market.contains(
                #"[{"selections":[{"bettingOfferId":"9101"},{"bettingOfferId":"9102"}]}]"#))
        #expect(throws: FeedError.self) { try options("SINGLE", [9_101, 9_102]) }
        // With another event beside them they are no single.
        #expect(throws: FeedError.self) { try options("SINGLE", [9_101, 9_111, 9_201]) }
    }

    @Test("Least and greatest stake are those of a placing, the winning is cut once",
        arguments: [
            ("SINGLE", [9_101], "null", "10", 0.35, 2_500, "1.85", "18.5"),
            ("SYSTEM", [9_101, 9_201, 9_301], #""2/3""#, "9", 0.35, 2_500, "5.90333333", "53.13"),
            ("TRIXIE", [9_101, 9_201, 9_301], "null", "4", 0.35, 2_500, "7.826875", "31.3"),
            ("SINGLE", [9_102], "null", "0.99", 0.35, 2_500, "1.9090909", "1.88"),
            ("SINGLE", [9_999], "null", "45e-1", 0.35, 500, "1000", "4500"),
            ("MULTIPLE", [9_999, 9_301], "null", "null", 0.35, 142.85, "3500", "0"),
        ] as [(String, [UInt64], String, String, Double, Double, String, String)])
    func stakes(
        type: String, offers: [UInt64], system: String, stake: String, least: Double,
        greatest: Double, factor: String, winning: String
    ) throws {
        let answer = try options(type, offers, system: system, stake: stake)
        let greatest = greatest == greatest.rounded() ? "\(Int(greatest))" : "\(greatest)"
        #expect(
            answer.contains(
                #""minStake":\#(least),"maxStake":\#(greatest),"priceValueFactor":\#(factor),"#),
            "\(answer)")
        #expect(answer.contains(#""maxWinning":\#(winning),"#), "\(answer)")
    }

    @Test("Bankers are in every line of a system, and count in no multiple")
    func bankers() throws {
        func answer(_ type: String, _ system: String) throws -> String {
            try self.answer("bettingOptionsV2", """
                {"type":"\(type)","systemBetType":\(system),"stakeAmount":2,"selections":[\
                {"bettingOfferId":"9101","banker":true},{"bettingOfferId":"9201","banker":false},\
                {"bettingOfferId":"9301"}]}
                """) ?? ""
        }
        // 1.85 · (2.1 + 3.5) / 2
        #expect(try answer("SYSTEM", #""1/2""#).contains(#""priceValueFactor":5.18,"#))
        #expect(try answer("MULTIPLE", "null").contains(#""priceValueFactor":13.5975,"#))
        // n is without the bankers.
        #expect(throws: FeedError.self) { try answer("SYSTEM", #""1/3""#) }
        #expect(throws: FeedError.self) { try answer("TRIXIE", "null") }
    }

    @Test("The systems of n selections are k/n for each k below n, and the types with a name")
    func systems() throws {
        func answer(_ count: Int) throws -> String {
            let selections = (0..<count).map { #"{"bettingOfferId":"\#($0)"}"# }
                .joined(separator: ",")
            return try self.answer(
                "systemBetCalculationV2", #"{"selections":[\#(selections)]}"#) ?? ""
        }
        #expect(try answer(1) == #"{"systemBets":[]}"#)
        #expect(
            try answer(2) == #"{"systemBets":[{"id":"1/2","name":"Singles","numberOfBets":2}]}"#)
        #expect(
            try answer(3) == """
                {"systemBets":[{"id":"1/3","name":"Singles","numberOfBets":3},\
                {"id":"2/3","name":"Doubles","numberOfBets":3},\
                {"id":"TRIXIE","name":"Trixie","numberOfBets":4},\
                {"id":"PATENT","name":"Patent","numberOfBets":7}]}
                """)
        let five = try answer(5)
        for system in [
            #""id":"3/5","name":"Trebles","numberOfBets":10"#,
            #""id":"4/5","name":"4-folds","numberOfBets":5"#,
            #""id":"CANADIAN","name":"Canadian","numberOfBets":26"#,
            #""id":"LUCKY31","name":"Lucky31","numberOfBets":31"#,
        ] { #expect(five.contains(system)) }
        #expect(try answer(20).contains(#""id":"10/20","name":"10-folds","numberOfBets":184756"#))
        // Bankers are in none of the combinations.
        #expect(
            try self.answer("systemBetCalculationV2", """
                {"selections":[{"bettingOfferId":"1"},{"bettingOfferId":"2","banker":true},\
                {"bettingOfferId":"3"}]}
                """) == answer(2))
        #expect(
            try self.answer(
                "systemBetCalculationV2", #"{"selections":[{"bettingOfferId":"1","banker":true}]}"#)
                == #"{"systemBets":[]}"#)
    }

    @Test("Other procedures are none of these calls")
    func others() throws {
        #expect(try answer("matches", "{}") == nil)
        #expect(try answer("bettingOptions", "{}") == nil)
    }

    private static let one = #"[{"bettingOfferId":"9101"}]"#
    private static let many =
        "[" + [String](repeating: #"{"bettingOfferId":"9101"}"#, count: 21)
        .joined(separator: ",") + "]"
    private static let banker = #"[{"bettingOfferId":"9101","banker":true}]"#
    /// The product of whose odds is 10⁶⁰.
    private static let huge =
        "[" + [String](repeating: #"{"bettingOfferId":"9999"}"#, count: 20)
        .joined(separator: ",") + "]"

    private static func selection(_ members: String) -> String {
        #"{"type":"SINGLE","selections":[{"bettingOfferId":"9101",\#(members)}]}"#
    }

    private static func stake(_ stake: String, _ selections: String = one) -> String {
        #"{"type":"SINGLE","stakeAmount":\#(stake),"selections":\#(selections)}"#
    }

    @Test("What cannot be used is refused by its name", arguments: [
        ("{}", #""selections" must be a list of 1 to 20 objects"#),
        (#"{"selections":null}"#, #""selections" must be"#),
        (#"{"selections":{"bettingOfferId":"9101"}}"#, #""selections" must be"#),
        (#"{"type":"SINGLE","selections":[]}"#, #""selections" must be"#),
        (#"{"type":"MULTIPLE","selections":\#(many)}"#, #""selections" must be"#),
        (#"{"type":"SINGLE","selections":["9101"]}"#, #""bettingOfferId" must be the text"#),
        (#"{"type":"SINGLE","selections":[{}]}"#, #""bettingOfferId" must be the text"#),
        (#"{"type":"SINGLE","selections":[{"bettingOfferId":9101}]}"#, #""bettingOfferId""#),
        (#"{"type":"SINGLE","selections":[{"bettingOfferId":"+9101"}]}"#, #""bettingOfferId""#),
        (#"{"type":"SINGLE","selections":[{"bettingOfferId":"99999999999999999999"}]}"#,
            #""bettingOfferId""#),
        (#"{"type":"SINGLE","selections":[{"bettingOfferId":"7"}]}"#, "there is no offer 7"),
        (selection(#""priceValue":"1.85""#), #""priceValue" must be a number"#),
        (selection(#""priceValue":1e99"#), #""priceValue" must be a number"#),
        (selection(#""priceValue":-1.85"#), #""priceValue" must be a number"#),
        (selection(#""priceValue":1.000000001"#), #""priceValue" must be a number"#),
        (selection(#""banker":"true""#), #""banker" must be true or false"#),
        (selection(#""banker":1"#), #""banker" must be true or false"#),
        (#"{"selections":\#(one)}"#, #""type" must be text"#),
        (#"{"type":1,"selections":\#(one)}"#, #""type" must be text"#),
        (#"{"type":"GOLIATH","selections":\#(one)}"#, "do not fit the number of selections"),
        (#"{"type":"MULTIPLE","selections":\#(one)}"#, "do not fit the number of selections"),
        (#"{"type":"SINGLE","systemBetType":"1/1","selections":\#(one)}"#, "do not fit"),
        (#"{"type":"SYSTEM","selections":\#(one)}"#, "do not fit"),
        (#"{"type":"SYSTEM","systemBetType":"1/0","selections":\#(banker)}"#, "do not fit"),
        (#"{"type":"SYSTEM","systemBetType":2,"selections":\#(one)}"#, #""systemBetType" must be"#),
        (stake(#""10""#), #""stakeAmount" must be a number"#),
        (stake("-1"), #""stakeAmount" must be a number"#),
        (stake("0.001"), #""stakeAmount" must be a number"#),
        (stake("1e10"), #""stakeAmount" must be a number"#),
        (stake("1e999999999"), #""stakeAmount" must be a number"#),
        (stake("[10]"), #""stakeAmount" must be a number"#),
        (stake("9999999999"), #""stakeAmount": would win more than 9999999999.99"#),
        (#"{"type":"MULTIPLE","selections":\#(huge)}"#, "more than ten digits"),
        (#"{"type":"SINGLE","type":"SINGLE","selections":\#(one)}"#, #"a second member "type""#),
    ])
    func refusals(arguments: String, what: String) throws {
        let error = #expect(throws: FeedError.self) {
            try answer("bettingOptionsV2", arguments)
        }
        #expect(error?.description.contains(what) == true, "\(error?.description ?? "")")
    }

    @Test("A call about systems looks at its selections likewise", arguments: [
        "{}", #"{"selections":[]}"#, #"{"selections":\#(many)}"#, #"{"selections":[7]}"#,
        #"{"selections":[{"bettingOfferId":9101}]}"#,
        #"{"selections":[{"bettingOfferId":"9101","banker":"no"}]}"#,
    ])
    func refusedSystems(arguments: String) {
        #expect(throws: FeedError.self) { try answer("systemBetCalculationV2", arguments) }
    }
}
