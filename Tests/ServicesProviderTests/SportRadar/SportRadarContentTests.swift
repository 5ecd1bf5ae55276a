import Foundation
import NIOConcurrencyHelpers
import Testing

@testable import ServicesProvider

/// Contents that are asked for once: contract of the second provider, section 3.
@Suite(.timeLimit(.minutes(5))) struct SportRadarContentTests {
    private static let event = """
        {"idfoevent":9001.1,"name":"A v B","tsstart":"2026-10-02T18:30:00.000+0200",
        "liveDataSummary":{"matchTime":"63:12","status":"2nd_half","serve":1,"scores":{
        "PERIOD1_SCORE":{"home":1,"away":0},"CURRENT_SCORE":{"home":2,"away":0}}},
        "markets":[{"idfomarket":"5001.1","name":"Winner","selections":[{
        "idfoselection":"7101.1","name":"A","currentpriceup":"17","currentpricedown":"20"}]}]}
        """

    /// What answers to requests lead to.
    private func details(
        _ answers: [HTTPTransportResponse]
    ) async throws -> (error: ServiceProviderError?, requests: [HTTPTransportRequest]) {
        let left = NIOLockedValueBox(answers)
        var requests: [HTTPTransportRequest] = []
        var error: ServiceProviderError?
        try await withScriptedSportRadar { _ throws(HTTPTransportError) in
            left.withLockedValue { $0.count > 1 ? $0.removeFirst() : $0[0] }
        } _: { client, transport in
            error = try await failure {
                let event = try await client.getEventDetails(eventId: "9001.1")
                let offer = event.markets.first?.outcomes.first?.bettingOffers.first
                #expect(event.name == "A v B" && offer?.odds == 1.85)
                let data = SportRadarModelMapper.liveData(from: event)
                #expect(data.scores.map(\.home) == [2, 1] && data.serving == .home)
                #expect(data.matchTime == .init(minutes: 63, seconds: 12))
                #expect(data.status == .live && data.partName == "2nd_half")
            }
            requests = transport.requests
        }
        return (error, requests)
    }

    @Test func contentIsAskedForAndRead() async throws {
        let (error, requests) = try await details([
            .json(200, #"{"data":\#(Self.event),"version":12}"#)
        ])
        #expect(error == nil && requests.count == 1)
        let request = try #require(requests.first)
        #expect(request.url == "http://sr/services/content/get" && request.method == .post)
        #expect(request.header("Media-Type") == "application/json")
        #expect(
            request.body.map { String(decoding: $0, as: UTF8.self) }
                == #"{"contentId":{"type":"event","id":"9001.1"},"clientContext":{"language":"EN","#
                + #""ipAddress":"127.0.0.1"}}"#)
    }

    @Test func errorsAreTold() async throws {
        for (answers, expected, count) in [
            (
                [.json(200, #"{"errorType":"CONTENT_TYPE_NOT_FOUND"}"#)],
                .errorDetailedMessage(key: "CONTENT_TYPE_NOT_FOUND", message: ""), 1
            ),
            (
                [.json(400, #"{"errorType":"CONTENT_NOT_FOUND"}"#)],
                .errorDetailedMessage(key: "CONTENT_NOT_FOUND", message: "HTTP 400"), 1
            ),
            ([.json(503)], .errorDetailedMessage(key: "HTTP 503", message: ""), 3),
            ([.json(500), .json(200, #"{"data":\#(Self.event)}"#)], nil, 2),
            (
                [
                    .json(429, headers: [("retry-after", "0")]),
                    .json(200, #"{"data":\#(Self.event)}"#),
                ], nil, 2
            ),
            (
                [.json(429, headers: [("retry-after", "0")])],
                .errorDetailedMessage(key: "HTTP 429", message: ""), 2
            ),
            ([.json(200, "no JSON")], .invalidResponse, 1),
            ([.json(200, #"{"data":[]}"#)], .invalidResponse, 1),
            ([.json(200, #"{"data":null}"#)], .invalidResponse, 1),
            ([.json(200, #"{"version":1}"#)], .invalidResponse, 1),
        ] as [([HTTPTransportResponse], ServiceProviderError?, Int)] {
            let (error, requests) = try await details(answers)
            #expect(error == expected && requests.count == count)
        }
    }

    /// The base URLs are those of their servers.
    @Test func contentsAreAskedOfTheirOwnServer() async throws {
        let transport = ScriptedTransport { _, _ throws(HTTPTransportError) in .json(200) }
        var configuration = try ServicesProviderConfiguration(
            endpoints: [
                .production: .init(
                    sportRadar: .init(
                        socket: "ws://s", subscription: "http://u", content: "http://c",
                        account: "http://a", betting: "http://b"))
            ])
        configuration.opensFeed = false
        configuration.httpTransport = { transport }
        let client = ServicesProviderClient(
            providerType: .sportradar, configuration: configuration)
        client.connect()
        defer { client.disconnect() }
        _ = try await failure { _ = try await client.getEventDetails(eventId: "1.1") }
        _ = try await failure { _ = try await client.getAllConsents() }
        _ = try await failure {
            _ = try await client.calculatePotentialReturn(forBetTicket: .srSingle())
        }
        let urls = transport.requests.map(\.url)
        for prefix in ["http://c/services/", "http://a/ps/ips/", "http://b/api/"] {
            #expect(urls.contains { $0.hasPrefix(prefix) })
        }
    }
}
