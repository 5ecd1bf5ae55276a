import HummingbirdCore
import NIOCore
import OddsJSON
import Testing

@testable import GameServer

/// What a page gets on its socket, on a virtual clock.
@Suite(.timeLimit(.minutes(5)))
struct StreamTests {
    @Test("A page is greeted, and gets changes of matches that it can ask for")
    func stream() async throws {
        let game = VirtualGame()
        let query = try WorldQuery(URI("/matches?world=\(VirtualGame.id)"))
        var known = try await odds(game, query)
        let page = try await game.page()
        var texts = try await page.texts()
        #expect(texts.first?["hello"]?["seq"] == .number("100"))
        #expect(texts.first?["hello"]?["now"] == .number("1790000000000.000"))
        for _ in 0..<3_000 {
            await game.advance(.milliseconds(10))
            texts += try await page.texts()
        }
        let updates = texts.dropFirst()
        #expect((290...300).contains(updates.count), "\(updates.count)")
        var seq = 100.0
        var times: [Double] = []
        for update in updates {
            let id = try #require(update["matchID"]?.number)
            let new = [update["teamAOdds"]?.number, update["teamBOdds"]?.number]
            let old = try #require(known[id])
            #expect(old != new, "one of them changes")
            known[id] = new
            seq += 1
            #expect(update["seq"]?.number == seq)
            times.append(try #require(update["at"]?.number))
        }
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 > 9.999 })
        #expect(zip(times, times.dropFirst(10)).allSatisfy { $1 - $0 > 999.999 })
        #expect(try await odds(game, query) == known)
    }

    private func odds(
        _ game: VirtualGame, _ query: WorldQuery
    ) async throws -> [Double: [Double?]] {
        let rows = try await game.worlds.read(.odds, query, .full).rows
        let json = try GameJSON.odds(rows).withUnsafeBytes { try JSONValue(json: $0) }
        return Dictionary(
            uniqueKeysWithValues: json.elements.map {
                ($0["matchID"]?.number ?? 0, [$0["teamAOdds"]?.number, $0["teamBOdds"]?.number])
            })
    }

    @Test("At 20,000 a second nothing is lost or out of order, also when the server is late")
    func lists() async throws {
        let game = VirtualGame(isLate: true)
        let page = try await game.page("world=\(VirtualGame.id)&rate=20000&matches=10000")
        var seqs: [Double] = []
        var times: [Double] = []
        // Some steps are late by several messages.
        for step in 0..<100 {
            await game.advance(.milliseconds(step % 10 == 9 ? 20 : 4))
            for text in try await page.texts() {
                let updates = text["updates"]?.elements ?? []
                if text["hello"] == nil { #expect((1...80).contains(updates.count)) }
                for update in updates {
                    seqs.append(try #require(update.elements[3].number))
                    times.append(try #require(update.elements[4].number))
                }
            }
        }
        // 90 × 4 ms and 10 × 20 ms.
        #expect(seqs == (1...11_200).map { Double(10_000 + $0) })
        let shares = (0..<11_200).map { 1_790_000_000_000 + Double($0) / 20 }
        #expect(zip(times, shares).allSatisfy { ($1 - 0.001..<$1 + 0.05).contains($0) })
    }

    @Test("How late messages and updates are is counted; what is ten seconds late is not sent")
    func lateness() async throws {
        let game = VirtualGame(isLate: true)
        let query = "world=\(VirtualGame.id)&rate=500"
        let pages = [try await game.page(query), try await game.page(query)]
        // Three messages, of which each has two updates.
        await game.advance(.milliseconds(12))
        for page in pages { #expect(try await page.texts().count == 4) }
        let metrics = await game.worlds.metrics
        #expect(metrics.messages == 8 && metrics.updates == 12 && metrics.restarts == 0)
        let text = GameMetricsPage(await game.worlds.snapshot).text
        let name = "game_message_lateness_seconds"
        for line in [
            #"_bucket{le="5e-05"} 1"#, #"_bucket{le="0.002"} 1"#, #"_bucket{le="0.005"} 2"#,
            #"_bucket{le="0.01"} 3"#, #"_bucket{le="+Inf"} 3"#, "_count 3", "_sum 0.012",
        ] {
            #expect(text.contains("\n\(name)\(line)\n"), "\(line)")
        }
        var updates: [UInt8] = []
        try await game.worlds.state(VirtualGame.id).log.lateness.append(to: &updates)
        let schedule = SteadySchedule(
            rate: 500, seed: VirtualGame.id.seed(1), now: VirtualGame.start)
        var expected = MicrosecondCounts()
        for update in 0..<6 {
            expected.record(VirtualGame.start + .milliseconds(12) - schedule.due(update))
        }
        var json: [UInt8] = []
        expected.append(to: &json)
        #expect(updates == json)
        await game.advance(.seconds(11))
        #expect(try await pages[0].texts().isEmpty)
        #expect(await game.worlds.metrics.restarts == 1)
        let state = try await game.worlds.state(VirtualGame.id)
        let control = ControlJSON.state(VirtualGame.id, state, hasMessages: false)
        #expect(String(decoding: control, as: UTF8.self).contains(#","restarts":1,"#))
        await game.advance(.milliseconds(4))
        #expect(try await pages[0].texts().first?["updates"]?.elements.count == 2)
    }

    @Test("The stream of a world stands still while nobody is connected")
    func standsStill() async throws {
        let game = VirtualGame()
        let page = try await game.page()
        await game.advance(.seconds(1))
        try await page.channel.close()
        let before = try await game.worlds.state(VirtualGame.id)
        await game.advance(.seconds(60))
        let after = try await game.worlds.state(VirtualGame.id)
        #expect(after.rows == before.rows && after.log.updateCount == before.log.updateCount)
    }

    @Test("Below 60 a second each update is a message of its own", arguments: [1, 59, 60])
    func rates(rate: Int) async throws {
        let game = VirtualGame()
        let page = try await game.page("world=\(VirtualGame.id)&rate=\(rate)")
        await game.advance(.seconds(10))
        let texts = try await page.texts().dropFirst()
        #expect(texts.count == rate * 10)
        #expect(texts.allSatisfy { ($0["updates"] == nil) == (rate < 60) })
    }

    @Test("A rate holds until another page asks for another one")
    func changesRate() async throws {
        let game = VirtualGame()
        let first = try await game.page("world=\(VirtualGame.id)&rate=100")
        let second = try await game.page("world=\(VirtualGame.id)&rate=100")
        await game.advance(.seconds(1))
        let texts = try await first.texts()
        #expect((100...101).contains(texts.count - 1))
        #expect(
            try await second.texts().suffix(99) == texts.suffix(99),
            "pages of a world get the same")
        _ = try await game.page()
        await game.advance(.seconds(1))
        #expect((8...10).contains(try await first.texts().count))
    }

    @Test("A page that joins another one in its world changes nothing for that", arguments: [
        "", "&rate=50",
    ])
    func joins(rate: String) async throws {
        let (alone, joined) = (VirtualGame(), VirtualGame())
        let query = "world=\(VirtualGame.id)\(rate)"
        let pages = (try await alone.page(query), try await joined.page(query))
        for _ in 0..<2 {
            await alone.advance(.milliseconds(333))
            await joined.advance(.milliseconds(333))
            _ = try await joined.page(query)
        }
        let texts = try await pages.0.texts()
        #expect(texts.count > 5)
        #expect(try await pages.1.texts() == texts)
    }

    @Test("Nothing is sent while a stream is paused, and what was not due is not made up for")
    func pause() async throws {
        let game = VirtualGame()
        let page = try await game.page("world=\(VirtualGame.id)&rate=1000")
        try await game.control(#"{"stream":"pause"}"#)
        _ = try await page.texts()
        await game.advance(.seconds(3))
        #expect(try await page.texts().isEmpty)
        try await game.control(#"{"stream":"run"}"#)
        await game.advance(.seconds(1))
        let updates = try await page.texts().reduce(0) { $0 + ($1["updates"]?.elements.count ?? 0) }
        #expect(updates == 1_000)
    }

    @Test("Matches that begin are replaced, and the page is told")
    func begins() async throws {
        let game = VirtualGame()
        let page = try await game.page()
        let before = try await game.worlds.state(VirtualGame.id).rows
        let first = try #require(before.map(\.match.startSeconds).min())
        try await game.control(#"{"stream":"pause"}"#)
        _ = try await page.texts()
        for _ in 1..<(first - VirtualGame.start.seconds) {
            await game.advance(.seconds(1))
            #expect(try await page.texts().isEmpty)
        }
        await game.advance(.seconds(1))
        #expect(try await page.texts() == [["changed": "matches"]])
        let after = try await game.worlds.state(VirtualGame.id).rows
        let gone = before.filter { $0.match.startSeconds == first }.map(\.match.id)
        #expect(Set(after.map(\.match.id)).isDisjoint(with: gone))
        #expect(after.count == before.count)
    }

    @Test("Control moves a world's clock, and not the times of messages")
    func advances() async throws {
        let game = VirtualGame()
        let page = try await game.page()
        let before = try await game.worlds.state(VirtualGame.id).rows.map(\.match)
        _ = try await page.texts()
        try await game.control(#"{"advanceSeconds":90000}"#)
        #expect(try await page.texts() == [["changed": "matches"]])
        let after = try await game.worlds.state(VirtualGame.id).rows.map(\.match)
        #expect(Set(after.map(\.id)).isDisjoint(with: before.map(\.id)))
        await game.advance(.seconds(1))
        let update = try #require(try await page.texts().first)
        #expect((update["at"]?.number ?? 0) < 1_790_000_001_000)
    }

    @Test("A match that begins is replaced at that moment, however slow the stream")
    func beginsBetweenMessages() async throws {
        let game = VirtualGame()
        let match = Match(
            id: 7, teamA: "A", teamB: "B", startSeconds: VirtualGame.start.seconds + 3)
        _ = try await game.worlds.seed(
            VirtualGame.id, [KeptMatch(match: match, teamA: .min, teamB: .max, seq: 5)],
            matchCount: 1, .full)
        await game.advance(.milliseconds(500))
        let page = try await game.page("world=\(VirtualGame.id)&rate=1")
        await game.advance(.milliseconds(2_499))
        #expect(try await page.texts().last?["matchID"] == 7)
        await game.advance(.milliseconds(1))
        #expect(try await page.texts() == [["changed": "matches"]])
    }

    @Test("A match that begins when no timer of the machine can be due is waited for as well")
    func beginsLate() async throws {
        let game = VirtualGame()
        let match = Match(id: 7, teamA: "A", teamB: "B", startSeconds: WireTime.secondsMax)
        _ = try await game.worlds.seed(
            VirtualGame.id, [KeptMatch(match: match, teamA: .min, teamB: .max, seq: 5)],
            matchCount: 1, .full)
        let page = try await game.page()
        // Now the world has nothing else to wait for.
        try await game.control(#"{"stream":"pause"}"#)
        _ = try await page.texts()
        await game.advance(.seconds(4))
        #expect(try await page.texts().isEmpty)
        try await game.control(#"{"stream":"run"}"#)
        await game.advance(.seconds(1))
        #expect(try await page.texts().first?["matchID"] == 7)
    }

    @Test("Control moves a world's clock by no more than a year in all")
    func advancesTooFar() async throws {
        let game = VirtualGame()
        let year = ControlChange.advanceMax.microseconds / 1_000_000
        try await game.control(#"{"advanceSeconds":\#(year - 5)}"#)
        for _ in 0..<2 {
            do {
                try await game.control(#"{"advanceSeconds":6,"stream":"pause"}"#)
                Issue.record("further than a year")
            } catch let refusal as Refusal {
                #expect(refusal.reason == .wrongParameter)
                #expect(refusal.message.hasPrefix(#""advanceSeconds" would move"#))
            }
        }
        // Nothing of what was refused is in force, and what is left of the year is there.
        let page = try await game.page()
        try await game.control(#"{"advanceSeconds":5}"#)
        await game.advance(.seconds(1))
        #expect(try await page.texts().contains { $0["matchID"] != nil })
    }

    @Test("Pings are answered with the number as it was written")
    func pings() async throws {
        let game = VirtualGame()
        let page = try await game.page()
        _ = try await page.texts()
        for number in ["7", "1.5e3", "-0"] {
            try await page.send(1, Array(#"{"ping":\#(number)}"#.utf8))
            let pong = try #require(try await page.texts().first)
            #expect(pong["pong"] == .number(number))
            #expect(pong["now"] == .number("1790000000000.000"))
        }
        #expect(await game.worlds.metrics.messages == 4, "with the hello")
    }

    @Test("A message that is no ping ends the socket", arguments: [
        "", "{", #"{"ping":"5"}"#, #"{"pong":5}"#, "5",
    ])
    func strays(text: String) async throws {
        let game = VirtualGame()
        let page = try await game.page()
        _ = try await page.frames()
        try await page.send(1, Array(text.utf8))
        let frame = try #require(try await page.frames().first)
        #expect(frame.opcode == 8 && Array(frame.data.prefix(2)) == [0x03, 0xF0])
        #expect(await game.worlds.metrics.strayMessages == 1)
        #expect(await game.worlds.snapshot.sockets == 0)
    }

    @Test("A close frame without a code is counted as one")
    func closeWithoutCode() async throws {
        let game = VirtualGame()
        let page = try await game.page()
        try await page.send(8, [])
        #expect(await game.worlds.metrics.closes == [1_005: 1])
    }

    @Test("A page that does not answer the socket's pings for ten seconds is closed")
    func silence() async throws {
        let game = VirtualGame()
        let page = try await game.page("world=\(VirtualGame.id)&rate=1")
        let reader = try await game.page("world=\(VirtualGame.id)&rate=1")
        for _ in 0..<3 {
            await game.advance(.seconds(5))
            _ = try await reader.texts()
        }
        let close = try #require(try await page.frames().last)
        #expect(close.opcode == 8 && Array(close.data.prefix(2)) == [0x03, 0xF5])
        #expect(await game.worlds.snapshot.sockets == 1)
        #expect(await game.worlds.metrics.closes == [1_013: 1])
    }
}
