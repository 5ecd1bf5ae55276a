import Foundation
import OddsJSON
import OddsSimulator
import OddsTopics
import OddsTraffic
import OddsWAMP
import PlatformFixture
import Testing

@testable import OddsPlatformServer
@testable import OddsServer

/// What has no OpenAPI document: requests of control, and calls over the feed's socket.
@Suite(.timeLimit(.minutes(10))) struct ControlFuzzTests {
    private static func json(_ text: String) throws -> JSONValue {
        try Array(text.utf8).withUnsafeBytes { try JSONValue(json: $0) }
    }

    /// A valid body of each request.
    private static let bodies = [
        "/players": #"{"count":1,"balance":"50.00","bonus":"0.00","freebet":"5.00"}"#,
        "/sessions/expire": #"{"userId":"70501"}"#, "/payments/{tx}": #"{"status":"Completed"}"#,
        "/kyc/{id}": #"{"status":"REJECTED","reason":"unreadable"}"#, "/codes/{tokenId}": "{}",
        "/settle": #"{"outcomes":{"70100":"WON"}}"#, "/clock": #"{"advanceSeconds":1}"#,
        "/ledger/check": "{}",
    ]

    @Test func noRequestOfThePlatformsControlEndsTheProcess() async throws {
        let seed: UInt64 = 11
        var values = FuzzValues(seed: seed)
        let world = ScriptedWorld()
        world.set(.init(1), odds: 185)
        try await withPlatform(world: world) { running in
            let routes = PlatformControl.routes(of: running.platform)
            for step in 0..<5_000 {
                let route = values.pick(routes)
                var body = try Self.json(try #require(Self.bodies[route.path]))
                if values.chance(80) { body = values.mutated(body) }
                let parameter = values.chance(30) ? "70501" : values.oddText()
                let bytes = values.bytes(body)
                do throws(ControlRefusal) {
                    _ = try await route.handler([parameter[...]], bytes)
                } catch {
                    let words = String(decoding: bytes, as: UTF8.self)
                    #expect(error.statusCode < 500, "seed \(seed), step \(step): \(words)")
                }
            }
            #expect(try await running.platform.checkLedger().isOK)
        }
    }

    /// Bodies of the feed's control.
    @Test func noRequestOfTheFeedsControlEndsTheProcess() async throws {
        let seed: UInt64 = 12
        var values = FuzzValues(seed: seed)
        let bodies = [
            #"{"scenario":"steady","rate":100}"#,
            #"{"topics":["/sports/1/en/disciplines/LIVE/BOTH"]}"#,
            #"{"contents":["sportTypeByDate/202610020000/202610030000"]}"#, #"{"at":1}"#,
            #"{"seed":1,"rules":[{"fault":"delay","probability":0.1,"milliseconds":5,"""#
                + #""fromSeconds":1,"untilSeconds":2}]}"#,
            #"{"seed":1,"rules":[{"fault":"sseClose","everySeconds":5,"route":"/v2"}]}"#,
        ].compactMap { try? Self.json($0) }
        var traffic = TrafficConfiguration()
        traffic.events = 4
        try await withContents(of: traffic) { running in
            let actions = ControlActions(running.server)
            for _ in 0..<5_000 {
                let bytes = values.bytes(values.mutated(values.pick(bodies)))
                let text = values.oddText()
                do {
                    switch values.pick(0..<6) {
                    case 0: _ = try await actions.change(bytes)
                    case 1: running.faults.set(try await actions.setFaults(bytes).plan)
                    case 2: _ = try await actions.noteFrames(bytes)
                    case 3: _ = try await actions.truth(of: text)
                    case 4: _ = try await actions.truth(ofContent: text)
                    default: _ = try await actions.ledgerFrames(of: text)
                    }
                } catch is ControlRefusal {}
            }
            running.faults.set(FaultPlan())
        }
    }

    @Test func noCallEndsTheProcess() throws {
        var values = FuzzValues(seed: 13)
        var traffic = TrafficConfiguration()
        traffic.events = 20
        let source = try WorldSource(traffic)
        let offers = try Self.offers(of: source)
        for _ in 0..<20_000 {
            let procedure = values.pick([
                EMFeed.bettingOptions, EMFeed.bettingOptions, EMFeed.systemBets, EMFeed.search,
                EMFeed.oddsByOutcomes, EMFeed.matches, EMFeed.popularTournaments,
            ])
            let count = values.pick([1, 2, 3, 4, 5, 6, 20, 20])
            let list = (0..<count).map { _ in
                #"{"bettingOfferId":"\#(values.pick(offers))","priceValue":1.1}"#
            }.joined(separator: ",")
            let size = values.pick(1...count)
            var keywords = try Self.json(
                """
                {"lang":"en","selections":[\(list)],"type":"\(count == 1 ? "SINGLE" : "SYSTEM")",\
                "systemBetType":\(count == 1 ? "null" : "\"\(size)/\(count)\""),"stakeAmount":5,\
                "query":"a","limit":5,"outcomeIds":["1"],"matchId":"1","maxResults":5,"sportId":"1"}
                """)
            if values.chance(60) { keywords = values.mutated(keywords) }
            let text = JSONObjectText(unchecked: keywords.json)
            do throws(FeedError) {
                if let call = try BettingCall(procedure: procedure, keywords: text) {
                    _ = try call.answer(source.quotes(call.offers, of: .offer))
                } else if let query = try WorldQuery(procedure: procedure, keywords: text) {
                    _ = try source.answer(query)
                }
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
    }

    /// The ids of the world's offers.
    private static func offers(of source: WorldSource) throws -> [String] {
        let dump = String(
            decoding: try source.dump(
                of: "/sports/1/en/live-matches-aggregator-main/all-disciplines/all-locations/"
                    + "default-event-info/20/5"), as: UTF8.self)
        let ids = dump.matches(of: #/"_type":"BETTING_OFFER","id":"([0-9]+)"/#).map { String($0.1) }
        return try ids.isEmpty ? #require(nil as [String]?, "the dump has offers") : ids
    }
}
