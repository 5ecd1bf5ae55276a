import Foundation
import OddsModel
import OddsSimulator
import Testing

@testable import ServicesProvider

extension EventsTests {
    @Suite struct SportsDataTests {
        @Test("Sports come at once")
        func sports() async throws {
            try await withServer { server in
                try await withBothForms(of: server) { client in
                    let subscription = try client.subscribeSportTypes()
                    var sports = subscription.makeAsyncIterator()
                    guard case .connected = try await sports.next() else {
                        Issue.record("not connected first")
                        return
                    }
                    let first = try await sports.content()
                    #expect(first.count == 16)
                    #expect(first.first?.name == "Football" && first.first?.id == "701")
                }
            }
        }

        @Test("Sports come again when one has changed, and not for what they do not tell")
        func changingSports() async throws {
            let channel = "/sports/7001/en/disciplines/BOTH/BOTH"
            let sport = #"{"_type":"SPORT","id":"1","name":"A","numberOfLiveEvents":5}"#
            var lines = [
                #"{"version":"1","messageType":"INITIAL_DUMP","records":[\#(sport)]}"#
            ]
            for (version, change) in [
                #""numberOfMarkets":8"#, #""numberOfLiveEvents":6"#, #""numberOfMarkets":9"#,
                #""numberOfLiveEvents":7"#,
            ].enumerated() {
                lines.append(
                    #"{"version":"\#(version + 2)","messageType":"UPDATE","records":[{"#
                        + #""changeType":"UPDATE","entityType":"SPORT","id":"1","#
                        + #""changedProperties":{\#(change)}}]}"#)
            }
            let text = lines.enumerated().map {
                #"{"channel":"\#(channel)","at":\#($0 == 0 ? 0 : 500 + 5 * $0),"message":\#($1)}"#
            }
            let file = FileManager.default.temporaryDirectory
                .appendingPathComponent("sports-\(UUID()).ndjson")
            try text.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
            defer { try? FileManager.default.removeItem(at: file) }
            let path = file.path
            try await withServer(of: { _ in try CaptureSource(path: path) }) { server in
                // Long before the first change.
                _ = try await server.pause()
                try await withBothForms(of: server) { client in
                    let subscription = try client.subscribeSportTypes()
                    var sports = subscription.makeAsyncIterator()
                    var seen = [try await sports.content()]
                    _ = try await server.resume()
                    while seen.last?.first?.numberOfLiveEvents != 7 {
                        seen.append(try await sports.content())
                    }
                    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 != $1 })
                }
            }
        }

        @Test("Tournaments are those of a sport, and the popular ones the first of them")
        func tournaments() async throws {
            try await withServer { server in
                try await withBothForms(of: server) { client in
                    let football = SportType(id: "701", name: "Football")
                    let all = try await client.getTournaments(forSportType: nil)
                    let some = try await client.getTournaments(forSportType: football)
                    #expect(all.count == 12 && some.count == 2)
                    #expect(some.allSatisfy { $0.sportID == "701" && $0.numberOfEvents > 0 })
                    let popular = try await client.getPopularTournaments(
                        forSportType: nil, tournamentsCount: 3)
                    #expect(popular.count == 3)
                    #expect(Set(popular.map(\.id)).isSubset(of: all.map(\.id)))
                    await #expect(throws: ServiceProviderError.invalidRequestFormat) {
                        try await client.getPopularTournaments(
                            forSportType: nil, tournamentsCount: 0)
                    }
                    let unknown = SportType(id: "9", name: "")
                    await #expect(throws: ServiceProviderError.errorDetailedMessage(
                        key: "wamp.error.invalid_argument", message: "there is no sport 9")
                    ) { try await client.getTournaments(forSportType: unknown) }
                }
            }
        }

        @Test("The details of an event are the whole tree of its topic")
        func details() async throws {
            try await withServer { server in
                try await withBothForms(of: server) { client in
                    var live = try client.subscribeLiveMatches(forSportType: nil)
                        .makeAsyncIterator()
                    let id = try #require(try await live.content().eventIDs.first)
                    _ = try await server.pause()
                    let event = try await client.getEventDetails(eventId: id)
                    #expect("\(event.id)" == id && event.markets.count == 6)
                    var details = try client.subscribeEventDetails(eventId: id)
                        .makeAsyncIterator()
                    let subscribed = try await details.content()
                    let isSame = subscribed == event
                    #expect(isSame)
                    await #expect(throws: ServiceProviderError.errorDetailedMessage(
                        key: "wamp.error.invalid_argument", message: "there is no match 9")
                    ) { try await client.getEventDetails(eventId: "9") }
                }
            }
        }

        @Test("Groups of markets come in their order")
        func marketGroups() async throws {
            try await withServer { server in
                try await withBothForms(of: server) { client in
                    let found = try await client.getSearchEvents(
                        query: "e", resultLimit: 1, page: 0, isLive: true)
                    let id = try #require(found.eventIDs.first)
                    let groups = try await client.getMarketGroups(forEvent: id)
                    #expect(groups.count == 15)
                    #expect(groups.map(\.position) == Array(0..<15))
                    #expect(groups.filter(\.isDefault).map(\.key) == ["Everything"])
                }
            }
        }

        @Test("A search goes on page by page, and finds live matches alone where that is asked")
        func search() async throws {
            try await withServer { server in
                try await withBothForms(of: server) { client in
                    _ = try await server.pause()
                    let all = try await client.getSearchEvents(
                        query: "e", resultLimit: 6, page: 0, isLive: false
                    ).flatMap { $0.events }
                    #expect(all.count == 6 && all.allSatisfy { !$0.markets.isEmpty })
                    var pages: [EntityID] = []
                    for page in 0..<3 {
                        pages += try await client.getSearchEvents(
                            query: "e", resultLimit: 2, page: page, isLive: false
                        ).flatMap { $0.events.map(\.id) }
                    }
                    #expect(Set(pages) == Set(all.map(\.id)) && pages.count == 6)
                    let live = try await client.getSearchEvents(
                        query: "e", resultLimit: 100, page: 0, isLive: true
                    ).flatMap { $0.events }
                    #expect(!live.isEmpty && live.allSatisfy { $0.statusId == "2" })
                    for (query, limit, page) in [("", 1, 0), ("e", 0, 0), ("e", 1, -1),
                        ("e", 201, 0), ("e", 100, 2)]
                    {
                        await #expect(throws: ServiceProviderError.invalidRequestFormat) {
                            try await client.getSearchEvents(
                                query: query, resultLimit: limit, page: page, isLive: true)
                        }
                    }
                }
            }
        }
    }
}
