import Foundation
import OddsClientTesting
import PlatformFixture
import Testing

@testable import ServicesProvider

/// Cashouts of the second provider: contract of the second provider, sections 9 and 10.
@Suite(.timeLimit(.minutes(5))) struct SportRadarCashoutTests {
    /// The value is asked for again and again, and the subscription ends with the bet.
    @Test func valueIsFollowedUntilTheBetIsOver() async throws {
        let clock = ManualClock()
        try await withSportRadarBettor({ $0.clock = clock }) { client, running, world in
            let bet = try await client.placeBets(
                betTickets: [.srSingle()], useFreebetBalance: false
            ).bets[0].betID
            var values = try client.subscribeToCashoutValue(betId: bet).makeAsyncIterator()
            #expect(try await values.next() == .connected)
            guard case .contentUpdate(let first) = try await values.next() else { return }
            #expect(first.betID == bet && first.value == decimal("9.5") && first.allowsPartial)
            // What comes next is another value.
            world.set(.init(0), odds: 160)
            guard case .contentUpdate(let second) = try await next(&values, clock) else { return }
            #expect(second.value == decimal("11.87"))
            // A bet without a value is not over.
            world.set(.init(0), odds: 160, isOpen: false)
            guard case .contentUpdate(let none) = try await next(&values, clock) else { return }
            #expect(none.value == nil)
            try await running.settle([.init(0): .won])
            #expect(try await next(&values, clock) == .disconnected)
            #expect(try await next(&values, clock) == nil)
        }
    }

    /// The next element, while time goes on.
    private func next(
        _ values: inout Subscription<BetCashoutValue>.Iterator, _ clock: ManualClock
    ) async throws -> Subscription<BetCashoutValue>.Element? {
        let time = Task {
            while !Task.isCancelled {
                clock.advance(by: .seconds(1))
                await Task.yield()
            }
        }
        defer { time.cancel() }
        return try await values.next()
    }

    @Test func unknownBetHasNoValue() async throws {
        try await withSportRadarBettor { client, _, _ in
            let error = try await failure {
                for try await _ in try client.subscribeToCashoutValue(betId: "9.1") {}
            }
            #expect(error == .cashout(.noCurrentOdds))
            #expect(
                try await failure {
                    _ = try await client.calculateCashout(betId: "9.1", stakeValue: nil)
                } == .notFound)
        }
    }

    /// Whatever the status: an answer with a message is an error.
    @Test func messageIsAnError() async throws {
        try await withScriptedSportRadar { request throws(HTTPTransportError) in
            request.url.hasSuffix("openGameSession")
                ? .json(200) : .json(200, #"{"cashoutResult":0,"message":"too late"}"#)
        } _: { client, transport in
            let accounts = try #require(
                try client.accounts() as? SportRadarPrivilegedAccessManager)
            await accounts.coordinator.saveToken("l", withKey: .launchToken)
            #expect(
                try await failure {
                    _ = try await client.executeCashout(
                        request: CashoutRequest(betID: "9912.10", value: 5))
                } == .errorMessage(message: "too late"))
            let request = try #require(transport.requests.last)
            #expect(request.url == "http://sr/api/cashout/fo/cashout/9912.10")
            #expect(request.header("Authorization") == "l")
            #expect(
                try await failure {
                    _ = try await client.executeCashout(
                        request: CashoutRequest(betID: "1", value: 5, idempotencyKey: "a b"))
                } == .invalidRequestFormat)
        }
    }
}
