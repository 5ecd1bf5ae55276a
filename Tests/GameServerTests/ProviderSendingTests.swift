import HummingbirdCore
import OddsJSON
import Testing

@testable import GameServer

/// How changes of a platform's odds become messages, on a virtual clock.
@Suite(.timeLimit(.minutes(5)))
struct ProviderSendingTests {
    /// A game whose platform has three matches, and the number of their last odds.
    private struct Sender: ~Copyable {
        let game = VirtualGame(platformMatchesMax: 10)
        var list = RecordedList(
            match(1, odds: [2, 3]) + match(2, odds: [4, 5]) + match(3, odds: []))
        var reader = FeedList()
        var seq = 0

        init() async {
            await game.advance(.milliseconds(1_000))
            await game.worlds.note(isConnected: true)
            let content = reader.read(list.events)
            await game.worlds.take(FeedReading(content: content, times: FrameTimes(now: 1)))
            seq = await game.worlds.platformSeq
        }

        /// Sends a frame that was due, received and applied at these microseconds.
        mutating func send(_ records: [String], at times: (UInt64, UInt64, UInt64)) async {
            let changes = list.receive(records)
            guard let content = reader.read(changes, isIncomplete: false, of: { list.events })
            else { return }
            await game.worlds.take(
                FeedReading(
                    content: content,
                    times: FrameTimes(
                        due: times.0 * 1_000, received: times.1 * 1_000,
                        applied: times.2 * 1_000)))
        }
    }

    private static func odds(_ offer: Int, _ odds: Double) -> [String] {
        [change("BETTING_OFFER", "\(offer)", #""odds":\#(odds)"#)]
    }

    @Test("A change is sent at once; those of the next four milliseconds come together, each")
    func messages() async throws {
        var sender = await Sender()
        let page = try await sender.game.page()
        #expect(try await page.texts().first?["hello"]?["seq"]?.integer == sender.seq)
        await sender.send(Self.odds(130, 2.5), at: (999_000, 999_400, 999_500))
        let first = try await page.frames().map { String(decoding: $0.data, as: UTF8.self) }
        #expect(
            first == [
                #"{"sent":1790000001000.000,"updates":[[1,2.5,3,\#(sender.seq + 1),"#
                    + "1790000000999.000,0,1790000000999.400,1790000000999.500]]}"
            ])
        // The same match twice, and another one, which is suspended.
        await sender.game.advance(.milliseconds(1))
        await sender.send(Self.odds(131, 3.5), at: (1_000_100, 1_000_200, 1_000_300))
        await sender.send(Self.odds(131, 3.6), at: (1_000_150, 1_000_250, 1_000_350))
        await sender.game.advance(.milliseconds(1))
        await sender.send(
            [change("MARKET", "21", #""isAvailable":false"#)],
            at: (1_001_000, 1_001_500, 1_001_600))
        #expect(try await page.frames().isEmpty)
        await sender.game.advance(.microseconds(1_999))
        #expect(try await page.frames().isEmpty)
        await sender.game.advance(.microseconds(1))
        let second = try await page.frames().map { String(decoding: $0.data, as: UTF8.self) }
        #expect(
            second == [
                #"{"sent":1790000001004.000,"updates":[[1,2.5,3.5,\#(sender.seq + 2),"#
                    + "1790000001000.100,0,1790000001000.200,1790000001000.300],"
                    + "[1,2.5,3.6,\(sender.seq + 3),"
                    + "1790000001000.150,0,1790000001000.250,1790000001000.350],"
                    + "[2,4,5,\(sender.seq + 4),"
                    + "1790000001001.000,1,1790000001001.500,1790000001001.600]]}"
            ])
        let control = try await sender.game.worlds.state(VirtualGame.id)
        #expect(control.log.updateCount == 4)
    }

    @Test("A page is not sent what had changed before its hello, and others at once")
    func late() async throws {
        var sender = await Sender()
        let page = try await sender.game.page()
        await sender.send(Self.odds(130, 2.5), at: (1, 1, 1))
        await sender.send(Self.odds(130, 2.6), at: (1, 1, 1))
        #expect(try await page.texts().count == 2)
        let later = try await sender.game.page()
        #expect(try await page.texts().count == 1)
        await sender.game.advance(.milliseconds(10))
        let texts = try await later.texts()
        #expect(texts.count == 1)
        #expect(texts.first?["hello"]?["seq"]?.integer == sender.seq + 2)
    }

    @Test("Pages are told once when the feed goes and comes, and one that connects meanwhile")
    func feed() async throws {
        let sender = await Sender()
        let page = try await sender.game.page()
        #expect(try await page.texts().map { $0["feed"] } == [nil])
        for _ in 0..<2 { await sender.game.worlds.note(isConnected: false) }
        #expect(try await page.texts().map { $0["feed"] } == [.bool(false)])
        let later = try await sender.game.page()
        #expect(try await later.texts().map { $0["feed"] } == [nil, .bool(false)])
        await sender.game.worlds.note(isConnected: true)
        for page in [page, later] {
            #expect(try await page.texts().map { $0["feed"] } == [.bool(true)])
        }
    }

    @Test("What pages do not see changes nothing, and odds that go stay, suspended")
    func unchanged() async throws {
        var sender = await Sender()
        let page = try await sender.game.page()
        _ = try await page.frames()
        await sender.send(Self.odds(130, 2.001), at: (1, 1, 1))
        #expect(try await page.frames().isEmpty)
        await sender.send([delete("BETTING_OFFER", "230")], at: (1, 1, 1))
        let update = try await page.texts().first?["updates"]?.elements.first?.elements
        #expect(update?[1] == .number("4") && update?[5] == .number("1"))
        let query = try WorldQuery(URI("/odds?world=\(VirtualGame.id)"))
        let rows = try await sender.game.worlds.read(.odds, query, .full).rows
        #expect(rows.map(\.odds.areKnown) == [true, true, false])
        let odds = try GameJSON.odds(rows).withUnsafeBytes { try JSONValue(json: $0) }
        #expect(odds.elements.count == 2)
    }

    @Test("Matches that come, go, or are named otherwise are told, and others' odds with them")
    func lists() async throws {
        var sender = await Sender()
        let page = try await sender.game.page()
        let few = try await sender.game.page("world=\(String(repeating: "c", count: 32))&matches=1")
        _ = try await (page.frames(), few.frames())
        var odds = 4.0
        for (records, isSeenByFew) in [
            ([create("MATCH", "4", #""name":"C - D","statusId":"1""#)], false),
            ([change("MATCH", "2", #""startTime":5000"#)], false),
            ([change("MATCH", "1", #""homeParticipantName":"H""#)], false),
            ([change("MATCH", "1", #""awayParticipantName":"A""#)], true),
            ([delete("MATCH", "1")], true),
        ] {
            odds += 0.25
            await sender.send(records + Self.odds(230, odds), at: (1, 1, 1))
            let texts = try await page.texts()
            let hasList = texts.last == .object([JSONMember("changed", .string("matches"))])
            #expect(hasList == (texts.count == 2), "\(records)")
            if !records[0].contains("homeParticipantName") { #expect(hasList, "\(records)") }
            #expect(try await few.texts().isEmpty != isSeenByFew, "\(records)")
        }
        let rows = try await sender.game.worlds.state(VirtualGame.id).rows
        #expect(rows.map(\.match.id) == [2, 3, 4])
    }

    @Test("A pause holds nothing back of matches that go meanwhile")
    func heldBack() async throws {
        var sender = await Sender()
        let page = try await sender.game.page()
        _ = try await page.frames()
        try await sender.game.control(#"{"stream":"pause"}"#)
        await sender.send(Self.odds(130, 2.5) + Self.odds(230, 4.5), at: (1, 1, 1))
        await sender.send([delete("MATCH", "1")], at: (1, 1, 1))
        // It comes back, and the page asks for its odds.
        await sender.send([create("MATCH", "1", #""name":"A - B","statusId":"1""#)], at: (1, 1, 1))
        #expect(try await page.texts().count == 2, "the list has changed twice")
        try await sender.game.control(#"{"stream":"run"}"#)
        let updates = try await page.texts().flatMap { $0["updates"]?.elements ?? [] }
        #expect(updates.map { $0.elements[0] } == [2])
    }

    @Test("The stages of a frame are in order, whatever another machine's clock says", arguments: [
        [0, 5, 6, 5], [6, 5, 4, 5], [5, 5, 5, 5], [1, 5, 9, 1],
    ])
    func stages(numbers: [UInt64]) {
        let times = FrameTimes(due: numbers[0], received: numbers[1], applied: numbers[2])
        #expect(times.due == numbers[3] && times.received == 5 && times.applied >= 5)
    }
}

extension GameWorlds {
    fileprivate var platformSeq: Int { platform?.seq ?? 0 }
}
