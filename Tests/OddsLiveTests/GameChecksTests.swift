import Foundation
import Testing

@testable import OddsLive

/// What a page and its server must agree on.
@Suite struct GameChecksTests {
    private static let rows = [
        GameRow(matchID: 7, teamA: "1.85", teamB: "2.10"),
        GameRow(matchID: 30, teamA: "1.05", teamB: "20.00"),
    ]

    private static func world(sent: Int = 100, restarts: Int = 2) throws -> GameControl.World {
        let json = """
            {"world":"00","sent":\(sent),"digest":"\(GameRow.digest(rows))","openSockets":1,
             "matches":[{"matchID":30,"teamAOdds":1.05,"teamBOdds":20,"seq":3},
                        {"matchID":7,"teamAOdds":1.85,"teamBOdds":2.1,"seq":4}],
             "restarts":\(restarts),"lateness":\(PageFiguresTests.histogram),
             "closes":[{"code":1000,"time":1.5},{"code":1013,"time":2.5}]}
            """
        return try JSONDecoder().decode(GameControl.World.self, from: Data(json.utf8))
    }

    private static func page(received: Int = 100, digest: String? = nil) throws -> PageState {
        let json = """
            {"loadState":"loaded","connection":"live","digest":"\(digest ?? GameRow.digest(rows))",
             "counters":{"received":\(received),"sockets":1}}
            """
        return try JSONDecoder().decode(PageState.self, from: Data(json.utf8))
    }

    private static func wrong(
        received: Int = 150, digest: String? = nil, hasReconnected: Bool = false,
        problems: [String] = [], rows: [GameRow] = rows
    ) throws -> [String] {
        GameChecks.all(
            before: hasReconnected ? nil : (try page(), try world()),
            after: (try page(received: received, digest: digest), try world(sent: 150)),
            problems: problems, rows: rows
        ).filter { !$0.isOK }.map { "\($0.name): \($0.detail)" }
    }

    /// As the contract says: a line for each match, by match, with two places.
    @Test func theDigestIsOfSortedLines() throws {
        // printf '7 1.85 2.10\n30 1.05 20.00\n' | sha256sum
        let expected = "c3ec360c6b609365e91ae9b40b206f85a3c916389c071b515d3c3088df50206d"
        #expect(GameRow.digest(Self.rows.reversed()) == expected)
        #expect(try Self.world().closesOfSlowPages == 1)
    }

    /// What was due before it is missing.
    @Test func aStreamThatBeganAnewMakesARunInvalid() throws {
        let before = [try Self.world(), try Self.world()]
        #expect(GameControl.fault(from: before, to: before) == nil)
        let after = [before[0], try Self.world(restarts: 3)]
        #expect(GameControl.fault(from: before, to: after) == """
            the server stood still for so long that it began 1 stream anew: the machine is too busy
            """)
    }

    @Test func equalEndsPassAllChecks() throws { #expect(try Self.wrong().isEmpty) }

    @Test func whatDiffersIsNamed() throws {
        let other = try Self.wrong(digest: "ab")
        #expect(other.first?.hasPrefix("digest: the page's odds have the digest ab") == true)
        #expect(
            try Self.wrong(received: 149)
                == ["received: 50 updates were sent, and 49 received"])
        #expect(try Self.wrong(problems: ["error: 404", "x"]) == ["console: error: 404; x"])
        var rows = Self.rows
        rows[1] = GameRow(matchID: 30, teamA: "1.06", teamB: "20.00")
        #expect(
            try Self.wrong(rows: rows)
                == ["rows: match 30 shows 1.06 and 20.00, and the server has 1.05 and 20.00"])
        #expect(
            try Self.wrong(rows: [Self.rows[0]])
                == ["rows: match 30 shows nothing, and the server has 1.05 and 20.00"])
        let more = Self.rows + [GameRow(matchID: 31, teamA: "1.05", teamB: "20.00")]
        #expect(
            try Self.wrong(rows: more) == ["rows: 3 rows, and the server has 2 matches"])
    }

    /// What was sent while the page had no stream is not received.
    @Test func aPageThatConnectedAgainHasNotReceivedAll() throws {
        #expect(try Self.wrong(received: 120, hasReconnected: true).isEmpty)
    }

    @Test func rowsAreListsOfTexts() throws {
        let rows = try JSONDecoder().decode(
            [GameRow].self, from: Data(#"[[7,"1.85","2.10"],[30,"1.05","20.00"]]"#.utf8))
        #expect(rows == Self.rows)
        let without = try JSONDecoder().decode(
            [GameRow].self, from: Data(#"[[7,"–","–"]]"#.utf8))
        #expect(without == [GameRow(matchID: 7, teamA: "0.00", teamB: "0.00")])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([GameRow].self, from: Data(#"[[7,1.85,"2.10"]]"#.utf8))
        }
    }

    @Test func aPlanIsAnAddress() {
        var plan = GamePlan()
        plan.rate = 5_000
        plan.render = .all
        plan.slow = .milliseconds(30)
        let world = GameWorldID.random()
        #expect(world.description.wholeMatch(of: /[0-9a-f]{32}/) != nil)
        #expect(world != GameWorldID.random())
        #expect(
            plan.address("http://x/", world: world, hasProvider: false)
                == "http://x/?world=\(world)&matches=100&render=all&rate=5000&slow=30")
        plan.slow = .zero
        #expect(
            plan.address("http://x/", world: world, hasProvider: true)
                == "http://x/?world=\(world)&matches=100&render=all")
    }
}
