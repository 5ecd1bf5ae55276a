import Foundation
import OddsSimulator
import PlatformFixture
import Testing

@testable import ServicesProvider

/// The connection of bets: platform contract, section 2.
@Suite(.timeLimit(.minutes(5))) struct BettingConnectionTests {
    @Test func nothingIsSentBeforeConnectAndAfterDisconnect() async throws {
        let transport = ScriptedTransport { _, _ throws(HTTPTransportError) in .json(200) }
        var configuration = try ServicesProviderConfiguration(environment: .development)
        configuration.httpTransport = { transport }
        configuration.opensFeed = false
        let client = ServicesProviderClient(
            providerType: .everymatrix, configuration: configuration)
        for function in bettingFunctions {
            let error = try await failure { try await function.call(client) }
            #expect(error == .bettingProviderNotFound)
        }
        #expect(transport.requests.isEmpty)
        client.connect()
        #expect(await client.bettingConnectionStates.wait(for: .connected))
        client.disconnect()
        let count = transport.requests.count
        for function in bettingFunctions {
            let error = try await failure { try await function.call(client) }
            #expect(error == .bettingProviderNotFound)
        }
        #expect(transport.requests.count == count)
    }

    @Test func statesAreThoseOfTheServerOfBets() async throws {
        try await withPlatform { running in
            let client = ServicesProviderClient(
                providerType: .everymatrix, configuration: try running.configuration())
            var states = client.bettingConnectionStates.makeAsyncIterator()
            #expect(await states.next() == .disconnected)
            client.connect()
            #expect(await client.bettingConnectionStates.wait(for: .connected))
            // It was asked without a session, and an answer counts whatever it says.
            #expect(
                try await running.requestCount("GET", "/bets-api/v1/{operator}/open-bets", 401)
                    == 1)
            client.reconnectIfNeeded()
            #expect(client.bettingConnectionStates.latest == .connected)
            client.disconnect()
            #expect(await client.bettingConnectionStates.wait(for: .disconnected))
        }
    }

    @Test func failureOfTheTransportIsSeenAndPasses() async throws {
        let isDown = Gate<Void>()
        let transport = ScriptedTransport { request, _ throws(HTTPTransportError) in
            guard request.url.hasPrefix("http://odds") else { return .json(200) }
            if isDown.count == 1 { throw HTTPTransportError(.notSent, "refused") }
            return .json(401)
        }
        var configuration = try ServicesProviderConfiguration(
            environment: .staging,
            endpoints: [
                .staging: .init(feed: "ws://h/v2", player: "http://h", odds: "http://odds")
            ])
        configuration.httpTransport = { transport }
        configuration.opensFeed = false
        configuration.backoff = .init(initial: .milliseconds(1), cap: .milliseconds(5))
        configuration.network.pauses = configuration.backoff
        let client = ServicesProviderClient(
            providerType: .everymatrix, configuration: configuration)
        client.connect()
        defer { client.disconnect() }
        let states = client.bettingConnectionStates
        #expect(await states.wait(for: .connected))
        let down = Task { await isDown.pass() }
        await isDown.arrivals(1)
        let error = try await failure {
            _ = try await client.getBettingOfferIds(bookingCode: "K7Q2ZM")
        }
        #expect(error == .noNetworkConnection && states.latest == .connecting)
        // Accounts have another server.
        #expect(client.privilegedAccessManagerConnectionStates.latest == .connected)
        let up = Task { await isDown.pass() }
        await isDown.arrivals(2)
        #expect(await states.wait(for: .connected))
        isDown.open()
        await down.value
        await up.value
    }

    @Test func requestsUnderWayAreCancelledByDisconnect() async throws {
        try await withPlatform(world: ScriptedWorld(events: 1)) { running in
            try await running.withLogin { client, _ in
                // Its answer would come in two seconds.
                running.faults.set(
                    FaultPlan(
                        rules: [FaultRule(.httpDelay, milliseconds: 2_000, route: "/bets-api")]))
                let asked = Task {
                    try await failure { _ = try await client.getBetHistory(pageIndex: 0) }
                }
                while running.metrics.value(of: .httpDelay) == 0 { await Task.yield() }
                client.disconnect()
                let error = try await asked.value
                #expect(error == .cancelled)
            }
        }
    }

    @Test(arguments: Form.allCases)
    func bookingCodesNeedNoSession(_ form: Form) async throws {
        try await withPlatform { running in
            try await running.withClient { client in
                let bets = form.betting(client)
                let code = try await bets.createBookingCode(bettingOfferIds: ["9101", "9102"])
                #expect(
                    try await bets.getBettingOfferIds(bookingCode: code) == ["9101", "9102"])
                for code in ["ZZZZZZ", "../book", "a b"] {
                    let error = try await failure {
                        _ = try await bets.getBettingOfferIds(bookingCode: code)
                    }
                    #expect(error == .notFound, "\(code)")
                }
                let none = try await failure {
                    _ = try await bets.createBookingCode(bettingOfferIds: [])
                }
                #expect(none == .badRequest)
            }
        }
    }
}
