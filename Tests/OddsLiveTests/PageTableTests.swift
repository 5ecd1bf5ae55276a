import Testing

@testable import OddsLive

/// A page without a screen: what it reads, and what it then has.
@Suite struct PageTableTests {
    private static func message(_ text: String) throws -> PageMessage {
        try Array(text.utf8).withUnsafeBytes { try PageMessage($0) }
    }

    private static func update(
        _ odds: PageOdds, due: Int64
    ) -> (odds: PageOdds, due: Int64) { (odds, due) }

    private static func odds(_ id: Int, _ a: Int, _ b: Int, _ seq: Int) -> PageOdds {
        PageOdds(matchID: id, teamA: a, teamB: b, seq: seq)
    }

    @Test func allMessagesOfTheStreamAreRead() throws {
        let one = #"{"matchID":7,"teamAOdds":1.85,"teamBOdds":2.1,"seq":4,"at":1760000000123.456}"#
        #expect(
            try Self.message(one)
                == .updates([Self.update(Self.odds(7, 185, 210, 4), due: 1_760_000_000_123_456)]))
        // Those of a provider are longer.
        let several = """
            {"sent":1760000000130,"updates":[[7,1.85,2.1,4,1760000000123],\
            [30,1.05,20,5,1760000000124.5,0,1760000000125,1760000000126]]}
            """
        #expect(
            try Self.message(several)
                == .updates([
                    Self.update(Self.odds(7, 185, 210, 4), due: 1_760_000_000_123_000),
                    Self.update(Self.odds(30, 105, 2_000, 5), due: 1_760_000_000_124_500),
                ]))
        #expect(try Self.message(#"{"hello":{"seq":310,"now":1760000000123}}"#) == .hello)
        #expect(try Self.message(#"{"pong":1,"now":1760000000123}"#) == .pong)
        #expect(try Self.message(#"{"changed":"matches"}"#) == .changed)
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"updates":[[7,1.85,2.1,4]]}"#, #"{"updates":[{"matchID":7}]}"#,
        #"{"matchID":7,"teamAOdds":1.85,"teamBOdds":2.1,"seq":4}"#,
        #"{"updates":[[7,"1.85",2.1,4,1]]}"#, #"{"updates":[[7,1.85,2.1,4,-1]]}"#,
        #"{"matchID":7,"at":5,"teamAOdds":-1,"teamBOdds":2.1,"seq":4}"#,
    ])
    func whatIsNoMessageIsRefused(text: String) {
        #expect(throws: PageMessageError.self) { try Self.message(text) }
    }

    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// The newer of the stream's odds and of an answer stays, whichever comes first.
    @Test func newerOddsStay() throws {
        var table = PageTable()
        table.receive([
            Self.update(Self.odds(7, 185, 210, 9), due: 1),
            Self.update(Self.odds(8, 300, 400, 2), due: 1),
            Self.update(Self.odds(7, 150, 250, 8), due: 1),
            Self.update(Self.odds(99, 150, 250, 8), due: 1),
        ])
        try table.load(
            matches: Self.bytes(#"[{"matchID":8},{"matchID":7}]"#),
            odds: Self.bytes("""
                [{"matchID":7,"teamAOdds":1.2,"teamBOdds":4.5,"seq":7},\
                {"matchID":8,"teamAOdds":1.05,"teamBOdds":20,"seq":5}]
                """))
        #expect(table.received == 4)
        let rows = [
            GameRow(matchID: 7, teamA: "1.85", teamB: "2.10"),
            GameRow(matchID: 8, teamA: "1.05", teamB: "20.00"),
        ]
        #expect(table.digest == GameRow.digest(rows))
    }

    @Test func answersOfAnotherShapeChangeNothing() throws {
        var table = PageTable()
        table.receive([Self.update(Self.odds(7, 185, 210, 9), due: 1)])
        let before = table
        for (matches, odds) in [("{}", "[]"), ("[{}]", "[]"), ("[", "[]")] {
            #expect(throws: PageMessageError.self) {
                try table.load(matches: Self.bytes(matches), odds: Self.bytes(odds))
            }
            #expect(table == before)
        }
    }

    /// An update counts if it was due within the window, whenever it comes.
    @Test func theWindowIsOfWhenUpdatesWereDue() {
        let meter = PageMeter()
        let now = PageMeter.now
        meter.note([Self.update(Self.odds(7, 1, 1, 1), due: now)], byteCount: 50)
        #expect(meter.updates == 0)
        meter.window = now - 10_000..<now + 60_000_000
        meter.note(
            [
                Self.update(Self.odds(7, 1, 1, 1), due: now - 5_000),
                Self.update(Self.odds(7, 1, 1, 2), due: now - 20_000),
                Self.update(Self.odds(7, 1, 1, 3), due: now),
            ], byteCount: 50)
        meter.note([Self.update(Self.odds(7, 1, 1, 4), due: now - 20_000)], byteCount: 50)
        #expect(meter.updates == 2 && meter.messages == 1 && meter.messageBytes == 50)
        #expect(meter.delay.count == 2 && (meter.delay.max ?? 0) >= 5_000_000)
    }
}
