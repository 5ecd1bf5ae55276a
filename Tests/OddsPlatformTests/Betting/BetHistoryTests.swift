import OddsJSON
import PlatformFixture
import Testing

@testable import OddsPlatform

/// Platform contract, section 8.7: bets, their lists, and booking codes; 8.3: wagers.
@Suite struct BetHistoryTests {
    private func table(balance: String = "100.00") async throws -> (BettingTable, Access) {
        let table = try await BettingTable()
        table.world.set(Place(1), odds: 190, isLive: true)
        table.world.set(Place(2), odds: 210)
        return (table, try await table.test.makeAccess(balance: balance))
    }

    private func list(
        _ table: BettingTable, _ access: Access, _ query: BetQuery
    ) async throws -> [JSONValue] {
        guard case .array(let bets) = try await table.platform.bets(access, query) else {
            return []
        }
        return bets
    }

    @Test func openBetShowsItsTicket() async throws {
        let (table, access) = try await table()
        let id = try await table.bet(
            access, .init(policy: "ACCEPT_HIGHER", selections: [Place(1).selection("1.85")]))
        #expect(
            try await table.bet(access, id) == [
                "id": "b-1", "type": "SINGLE", "systemBetType": .null, "amount": 10,
                "currency": "EUR", "totalPriceValue": .number("1.9"), "maxWinning": 19,
                "status": "OPEN", "betPlacementStatus": "ACCEPTED", "betSettlementStatus": .null,
                "placedDate": "2026-10-02T16:12:15.648Z", "settledDate": .null,
                "betRemainingStake": 10, "overallCashoutAmount": 0, "betNetReturns": 0,
                "freeBet": false, "betBuilder": false, "ticketCode": "T-1",
                "selections": [
                    [
                        "id": "b-1-1", "outcomeId": "70100", "bettingOfferId": "90100",
                        "eventId": "3001", "eventName": "Home 1 - Away 1",
                        "marketName": "Winner", "betName": "Home", "bettingTypeId": "69",
                        "priceValue": .number("1.9"), "initialPriceValue": .number("1.85"),
                        "status": "OPEN", "isLive": true, "banker": false, "sportId": "1",
                        "sportName": "Football", "tournamentName": "Cup",
                        "homeParticipantName": "Home", "awayParticipantName": "Away",
                        "eventDate": "2026-10-02T16:12:15.648Z",
                    ]
                ],
            ])
    }

    @Test func settledBetShowsWhatBecameOfIt() async throws {
        let (table, access) = try await table()
        let id = try await table.bet(
            access,
            .init(
                type: "MULTIPLE",
                selections: [Place(1).selection("1.9"), Place(2).selection("2.1")]))
        table.test.pass(milliseconds: 1_000)
        try await table.settle((Place(1), "LOST"))
        let bet = try await table.bet(access, id)
        #expect(bet["status"] == "LOST")
        #expect(bet["betSettlementStatus"] == "LOST")
        #expect(bet["settledDate"] == "2026-10-02T16:12:16.648Z")
        // The factor stays that of the odds that it holds.
        #expect(bet["totalPriceValue"] == .number("3.99"))
        #expect(bet["maxWinning"] == 0)
        #expect(try bet.list("selections").map { $0["status"] } == ["LOST", "OPEN"])
    }

    @Test func factorIsCutToEightPlaces() async throws {
        let (table, access) = try await table()
        for event in 3...4 { table.world.set(Place(event), odds: 133) }
        let id = try await table.bet(
            access,
            .init(
                type: "SYSTEM", system: "2/3",
                selections: [
                    Place(2).selection("2.1"), Place(3).selection("1.33"),
                    Place(4).selection("1.33"),
                ]))
        // (2 · 2.1 · 1.33 + 1.33²) / 3 = 2.45163333…
        let bet = try await table.bet(access, id)
        #expect(bet["totalPriceValue"] == .number("2.45163333"))
        #expect(bet["systemBetType"] == "2/3")
    }

    @Test func betOfAnotherIs404() async throws {
        let (table, access) = try await table()
        let id = try await table.bet(access, table.slip("5.00", Place(2), at: "2.1"))
        let other = try await table.test.makeAccess()
        #expect(try await code { _ = try await table.bet(other, id) } == "404 -")
        for name in ["b-2", "b-01", "1", "T-1", ""] {
            #expect(try await code { _ = try await table.bet(access, name) } == "404 -")
        }
        #expect(try await list(table, other, BetQuery(isOpen: true)).isEmpty)
    }

    @Test func settledBetsAreListedByStatus() async throws {
        let (table, access) = try await table()
        for (event, result) in [(3, "WON"), (4, "LOST"), (5, "VOID"), (6, "sold"), (7, "open")] {
            table.world.set(Place(event), odds: 200)
            let bet = try await table.bet(access, table.slip("1.00", Place(event), at: "2"))
            switch result {
            case "sold": try await table.sell(access, .init(bet: bet))
            case "open": break
            default: try await table.settle((Place(event), result))
            }
        }
        func ids(_ status: String?) async throws -> [String] {
            var query = BetQuery(isOpen: false)
            if let status { try query.setStatus(status) }
            return try await list(table, access, query).map { try $0.text("id") }
        }
        #expect(try await ids(nil) == ["b-4", "b-3", "b-2", "b-1"])
        #expect(try await ids("WON") == ["b-1"])
        #expect(try await ids("LOST") == ["b-2"])
        #expect(try await ids("VOID") == ["b-3"])
        #expect(try await ids("CASHED_OUT") == ["b-4"])
        #expect(try await ids("CANCELLED").isEmpty)
        #expect(try await list(table, access, BetQuery(isOpen: true)).count == 1)
        for status in ["OPEN", "won", ""] {
            #expect(try await code { _ = try await ids(status) } == "400 -")
        }
    }

    @Test(arguments: [("1", true), ("100", true), ("0", false), ("101", false), ("-1", false),
        ("01", false), ("x", false), ("", false), ("1.0", false)])
    func limitIsOneToAHundred(_ text: String, _ isAllowed: Bool) async throws {
        var query = BetQuery(isOpen: true)
        #expect(
            try await code { try query.setLimit(text) } == (isAllowed ? "done" : "400 -"))
    }

    /// The cursor of a page is read from the text of a date.
    @Test func dateIsReadAgainAsItWas() {
        for milliseconds in TestPlatform.start..<TestPlatform.start + 2_000 {
            let text = WireDate.text(milliseconds)
            #expect(WireDate.milliseconds(text) == milliseconds, "\(text)")
        }
        #expect(WireDate.text(1_790_957_535_000) == "2026-10-02T16:12:15.000Z")
        #expect(WireDate.text(1_790_957_535_007) == "2026-10-02T16:12:15.007Z")
    }

    @Test func placedDateIsUniqueForAPlayer() async throws {
        let (table, access) = try await table()
        for _ in 0..<5 { _ = try await table.bet(access, table.slip("1.00", Place(2), at: "2.1")) }
        let bets = try await list(table, access, BetQuery(isOpen: true))
        #expect(
            try bets.map { try $0.text("placedDate").suffix(4) }
                == ["652Z", "651Z", "650Z", "649Z", "648Z"])
        // Another player's may be the same.
        let other = try await table.test.makeAccess(balance: "5.00")
        let id = try await table.bet(other, table.slip("1.00", Place(2), at: "2.1"))
        #expect(try await table.bet(other, id).text("placedDate").hasSuffix("648Z"))
    }

    /// P10, for each of both lists.
    @Test(arguments: [true, false])
    func betsPlacedWhilePagingNeitherHideNorRepeatOldOnes(_ isOpen: Bool) async throws {
        let (table, access) = try await table()
        func place() async throws {
            _ = try await table.bet(access, table.slip("0.35", Place(2), at: "2.1"))
        }
        for _ in 0..<60 { try await place() }
        // Settled at once from now on, in the settled list: a place of its own for new bets.
        if !isOpen {
            try await table.settle((Place(2), "LOST"))
            table.world.set(Place(3), odds: 210)
        }
        var seen: [String] = []
        var query = BetQuery(isOpen: isOpen)
        var pages = 0
        while true {
            let page = try await list(table, access, query)
            guard let last = page.last else { break }
            pages += 1
            #expect(page.count == 20)
            seen += try page.map { try $0.text("id") }
            query.placedBefore = WireDate.milliseconds(try last.text("placedDate"))
            for _ in 0..<7 {
                if isOpen {
                    try await place()
                } else {
                    let bet = try await table.bet(
                        access, table.slip("0.35", Place(3), at: "2.1"))
                    try await table.sell(access, .init(bet: bet))
                }
            }
        }
        #expect(pages == 3)
        #expect(seen == (1...60).reversed().map { "b-\($0)" })
    }

    // MARK: Booking codes

    @Test func codeGivesTheSelectionsAgain() async throws {
        let (table, _) = try await table()
        let body = """
            {"selections":[{"bettingOfferId":"9101"},{"bettingOfferId":"9102"}],\
            "originalSelectionsLength":2}
            """
        let code = try await table.platform.book(reader(body)).text("code")
        #expect(code.count == 6)
        #expect(code.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 })
        #expect(
            try await table.platform.booking(code)
                == ["selections": [["bettingOfferId": "9101"], ["bettingOfferId": "9102"]]])
        #expect(
            try await OddsPlatformTests.code { _ = try await table.platform.booking("AAAAAA") }
                == "404 -")
    }

    @Test(arguments: [
        "{}", #"{"selections":[]}"#, #"{"selections":[{}]}"#,
        #"{"selections":[{"bettingOfferId":9101}]}"#,
        #"{"selections":[{"bettingOfferId":"123456789012345678901"}]}"#,
    ]) func bookingOfAnotherFormIsNone(_ body: String) async throws {
        let (table, _) = try await table()
        #expect(
            try await code { _ = try await table.platform.book(reader(body)) } == "400 -")
    }

    // MARK: Wagers

    @Test func wagersShowWhatBetsMoved() async throws {
        let (table, access) = try await table()
        _ = try await table.bet(access, table.slip("10.00", at: "1.9"))
        _ = try await table.bet(access, table.slip("5.00", Place(2), at: "2.1"))
        try await table.settle((Place(2), "LOST"))
        try await table.settle((Place(1), "WON"))
        let page = try await table.platform.wagers(access, HistoryQuery())
        #expect(page["pagination"] == ["next": .null, "previous": .null])
        let wagers = try page.list("transactions")
        // A lost bet moves no money of the player.
        #expect(wagers.map { $0["transType"] } == ["2", "1", "1"])
        #expect(wagers.map { $0["realAmount"] } == [19, 5, 10])
        #expect(wagers.map { $0["balance"] } == [104, 85, 90])
        #expect(wagers.allSatisfy { $0["bonusAmount"] == 0 && $0["currencyCode"] == "EUR" })
        #expect(wagers[0]["ins"] == "2026-10-02T16:12:15.648Z")
        #expect(Set(try wagers.map { try $0.text("transId") }).count == 3)
    }

    @Test func pagesOfWagersStayWhileNewOnesAreMade() async throws {
        let (table, access) = try await table()
        for _ in 0..<45 {
            _ = try await table.bet(access, table.slip("0.35", Place(2), at: "2.1"))
        }
        var query = HistoryQuery()
        var seen: [String] = []
        while true {
            let page = try await table.platform.wagers(access, query)
            seen += try page.list("transactions").map { try $0.text("transId") }
            _ = try await table.bet(access, table.slip("0.35", Place(2), at: "2.1"))
            guard case .string(let next) = page["pagination"]?["next"] else { break }
            try query.setCursor(next)
        }
        #expect(seen.count == 45)
        #expect(Set(seen).count == 45)
    }
}
