import HTTPTypes
import HummingbirdCore
import NIOCore
import Testing

@testable import GameServer

/// How worlds come and go, on a virtual clock.
@Suite(.timeLimit(.minutes(5)))
struct WorldLifeTests {
    private func id(_ number: Int) -> WorldID {
        let digits = String(number, radix: 16)
        return WorldID(String(repeating: "0", count: 32 - digits.count) + digits)!
    }

    private func query(_ id: WorldID, _ more: String = "") throws -> WorldQuery {
        try WorldQuery(URI("/matches?world=\(id)\(more)"))
    }

    private func ids(
        _ game: VirtualGame, _ id: WorldID, _ more: String = ""
    ) async throws -> Set<Int> {
        Set(try await game.worlds.read(.matches, query(id, more), .full).rows.map(\.match.id))
    }

    /// Asks for a world without making it.
    private func isThere(_ game: VirtualGame, _ id: WorldID) async throws -> Bool {
        try await game.worlds.admits(query(id), WorldAccess(HTTPFields()))
    }

    private func kept(_ ids: [Int]) -> [KeptMatch] {
        ids.map {
            KeptMatch(
                match: Match(
                    id: $0, teamA: "A", teamB: "B",
                    startSeconds: VirtualGame.start.seconds + 60),
                teamA: .min, teamB: .max, seq: 5)
        }
    }

    @Test("A world is made when it is first named, with as many matches as were asked for")
    func made() async throws {
        let game = VirtualGame()
        #expect(try await ids(game, id(1)).count == 100)
        let large = try await ids(game, id(2), "&matches=10000")
        #expect(large.count == 10_000)
        #expect(try await ids(game, id(2), "&matches=5") == large, "a world keeps its number")
        #expect(try await ids(game, id(1)).isDisjoint(with: large))
        #expect(await game.worlds.metrics.worldsMade == 2)
    }

    @Test("The same seed and name give the same world; another name another one")
    func seeds() async throws {
        let worlds = [VirtualGame(seed: 5), VirtualGame(seed: 5), VirtualGame(seed: 6)]
        var rows: [[MatchWithOdds]] = []
        for game in worlds {
            rows.append(try await game.worlds.read(.odds, query(id(1)), .full).rows)
        }
        #expect(rows[0] == rows[1] && rows[0] != rows[2])
        #expect(try await worlds[0].worlds.read(.odds, query(id(2)), .full).rows != rows[0])
    }

    @Test("A known world keeps what it has when it is seeded; an unknown one takes it over")
    func seeding() async throws {
        let game = VirtualGame()
        _ = try await game.worlds.seed(id(1), kept([3, 4]), matchCount: nil, .full)
        let first = try await ids(game, id(1))
        #expect(first.count == 100 && first.isSuperset(of: [3, 4]))
        _ = try await game.worlds.seed(id(1), kept([5]), matchCount: nil, .full)
        #expect(try await ids(game, id(1)) == first)
        _ = try await game.worlds.seed(id(2), kept(Array(1...300)), matchCount: nil, .full)
        #expect(try await ids(game, id(2)) == Set(1...300), "none is lost")
        _ = try await game.worlds.seed(id(3), kept([9]), matchCount: 2, .full)
        #expect(try await ids(game, id(3)).count == 2)
    }

    @Test("A reset replaces all matches under new ids")
    func reset() async throws {
        let game = VirtualGame()
        let before = try await ids(game, id(1))
        _ = try await game.worlds.reset(id(1), matchCount: nil, .full)
        let after = try await ids(game, id(1))
        #expect(after.count == 100 && after.isDisjoint(with: before))
        let page = try await game.page("world=\(id(1))")
        _ = try await page.texts()
        _ = try await game.worlds.reset(id(1), matchCount: nil, .full)
        #expect(try await page.texts() == [["changed": "matches"]])
        // The stream goes on with the new ones.
        let now = try await ids(game, id(1))
        await game.advance(.seconds(1))
        let updates = try await page.texts()
        #expect(!updates.isEmpty)
        for update in updates { #expect(now.contains(Int(update["matchID"]?.number ?? 0))) }
    }

    @Test("A world that nobody asks for goes after an hour, and comes back as another one")
    func forgotten() async throws {
        let game = VirtualGame()
        let before = try await ids(game, id(1))
        await game.advance(.seconds(3_599))
        #expect(try await !ids(game, id(1)).isDisjoint(with: before))
        await game.advance(.seconds(3_600))
        let after = try await ids(game, id(1))
        #expect(after.isDisjoint(with: before), "a page that still has the old ones can tell")
        #expect(await game.worlds.metrics.worldsForgotten == 1)
    }

    @Test("A page that asks gets no match that has begun, also where nobody was connected")
    func begun() async throws {
        let game = VirtualGame()
        let before = try await ids(game, id(1))
        await game.advance(.seconds(3_599))
        let now = VirtualGame.start.seconds + 3_599
        let matches = try await game.worlds.read(.matches, query(id(1)), .full).rows.map(\.match)
        #expect(matches.allSatisfy { $0.startSeconds > now } && matches.count == 100)
        let stayed = before.intersection(matches.map(\.id))
        #expect(!stayed.isEmpty && stayed.count < 100)
    }

    @Test("A world whose page is connected stays")
    func connected() async throws {
        let game = VirtualGame()
        let page = try await game.page("world=\(id(1))&rate=1")
        for _ in 0..<1_000 {
            await game.advance(.seconds(5))
            _ = try await page.texts()
        }
        _ = try await ids(game, id(2))
        #expect(await game.worlds.snapshot.worlds == 2)
        try await page.channel.close()
        await game.advance(.seconds(3_599))
        _ = try await ids(game, id(2))
        #expect(await game.worlds.snapshot.worlds == 2)
        await game.advance(.seconds(2))
        _ = try await ids(game, id(2))
        #expect(await game.worlds.snapshot.worlds == 1)
    }

    @Test("Beyond a thousand worlds the one that has been unused for longest makes room")
    func full() async throws {
        let game = VirtualGame()
        for number in 0..<GameWorlds.countMax {
            _ = try await ids(game, id(number), "&matches=1")
            await game.advance(.milliseconds(1))
        }
        let page = try await game.page("world=\(id(1))")
        _ = try await page.texts()
        let first = try await ids(game, id(0))
        // Those that have been asked for since, or have a socket, stay.
        #expect(try await game.worlds.admits(query(id(5_000)), .full))
        #expect(try await !isThere(game, id(2)))
        #expect(try await isThere(game, id(1)))
        #expect(try await isThere(game, id(3)))
        #expect(try await ids(game, id(0)) == first)
        #expect(await game.worlds.snapshot.worlds == GameWorlds.countMax)
        #expect(await game.worlds.metrics.worldsForgotten == 1)
    }

    @Test("If all of a thousand worlds have sockets, there is no room")
    func inUse() async throws {
        let game = VirtualGame()
        var pages: [VirtualPage] = []
        for number in 0..<GameWorlds.countMax {
            pages.append(try await game.page("world=\(id(number))&matches=1"))
        }
        do {
            _ = try await ids(game, id(5_000))
            Issue.record("there is one too many")
        } catch let refusal as Refusal {
            #expect(refusal.reason == .worldsFull && refusal.status == .serviceUnavailable)
            #expect(refusal.message.contains("1000"))
        }
        #expect(try await !game.worlds.admits(query(id(5_000)), .full))
        try await pages[7].channel.close()
        #expect(try await ids(game, id(5_000)).count == 100)
    }

    @Test("Control sees what a page asked for and got")
    func log() async throws {
        let game = VirtualGame()
        _ = try await ids(game, id(1))
        let page = try await game.page("world=\(id(1))&rate=1000")
        await game.advance(.seconds(2))
        var state = try await game.worlds.state(id(1))
        #expect(state.log.requestCounts == [.matches: 1, .live: 1])
        #expect(state.log.updates.elements.count == WorldLog.uncontrolledUpdatesMax)
        #expect(state.log.updateCount == 2_000 && state.openSockets == 1)
        await game.advance(.seconds(12))
        state = try await game.worlds.state(id(1))
        let updates = state.log.updates.elements
        #expect(updates.count == WorldLog.updatesMax)
        #expect(updates.last?.change.odds.seq == state.rows.map(\.odds.seq).max())
        #expect(zip(updates, updates.dropFirst()).allSatisfy {
            $0.change.odds.seq + 1 == $1.change.odds.seq && $0.change.due < $1.change.due
        })
        try await page.send(8, [0x03, 0xE8])
        state = try await game.worlds.state(id(1))
        #expect(state.openSockets == 0 && state.log.closes.elements.map(\.code) == [1_000])
    }

    @Test("Control sets odds that are sent at once, also equal ones and to a paused stream")
    func pushes() async throws {
        let game = VirtualGame()
        let page = try await game.page("world=\(id(1))")
        try await game.worlds.change(id(1), ControlChange(Array(#"{"stream":"pause"}"#.utf8)))
        let match = try #require(try await game.worlds.state(id(1)).rows.first?.match.id)
        _ = try await page.texts()
        let odds = try PushedOdds.all(
            Array(#"{"matchID":\#(match),"teamAOdds":1.9,"teamBOdds":2.05}"#.utf8))
        for seq in [101, 102] {
            try await game.worlds.push(id(1), odds)
            #expect(try await page.texts() == [[
                "matchID": .number(match), "teamAOdds": .number("1.9"),
                "teamBOdds": .number("2.05"), "seq": .number(seq),
                "at": .number("1790000000000.000"),
            ]])
        }
        let unknown = try PushedOdds.all(
            Array(#"[{"matchID":\#(match),"teamAOdds":5,"teamBOdds":5},"#.utf8)
                + Array(#"{"matchID":1,"teamAOdds":5,"teamBOdds":5}]"#.utf8))
        await #expect(throws: Refusal.self) { try await game.worlds.push(id(1), unknown) }
        #expect(try await page.texts().isEmpty, "all or none")
    }

    @Test("Faults strike as often as was ordered, and a failed reset changes nothing")
    func faults() async throws {
        let game = VirtualGame()
        let before = try await ids(game, id(1))
        try await game.worlds.change(id(1), ControlChange(Array("""
            {"fail":{"matches":2,"reset":1,"status":503},"delayMs":{"odds":7}}
            """.utf8)))
        for failure in [WorldFaults.Failure.status(503), .status(503), nil] {
            #expect(try await game.worlds.read(.matches, query(id(1)), .full).failure == failure)
        }
        #expect(try await game.worlds.read(.odds, query(id(1)), .full).delayMilliseconds == 7)
        #expect(try await game.worlds.reset(id(1), matchCount: nil, .full).failure == .status(503))
        #expect(try await ids(game, id(1)) == before)
        #expect(try await game.worlds.reset(id(1), matchCount: nil, .full).failure == nil)
        #expect(try await ids(game, id(1)) != before)
    }
}
