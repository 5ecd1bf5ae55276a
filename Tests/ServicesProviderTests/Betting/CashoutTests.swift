import Foundation
import OddsBetting
import OddsSimulator
import PlatformFixture
import Testing

@testable import ServicesProvider

/// Cashouts against the real service: platform contract, section 9.5.
@Suite(.timeLimit(.minutes(5))) struct CashoutTests {
    private let place = ScriptedWorld.Place(0)

    /// A bet of 9.00 at 1.85.
    private func bet(_ bets: any BettingProvider) async throws -> String {
        try await bets.place(.single("9", odds: "1.85")).betID
    }

    @Test(arguments: Form.allCases)
    func betIsSoldInPartsAndInFull(_ form: Form) async throws {
        let world = ScriptedWorld(events: 1, odds: 185)
        try await withPlatform(world: world) { running in
            try await running.withBettor(form) { bets, client in
                let bet = try await bet(bets)
                world.set(place, odds: 173)
                #expect(try await bets.allowedCashoutBetIds() == [bet])
                #expect(
                    try await bets.calculateCashout(betId: bet, stakeValue: nil)
                        == decimal("9.14"))
                let half = try await bets.calculateCashout(
                    betId: bet, stakeValue: decimal("4.5"))
                #expect(half == decimal("4.57"))
                let part = try await bets.executeCashout(
                    request: .init(
                        betID: bet, value: half, kind: .partial(stake: decimal("4.5"))))
                #expect(part.betID == bet && part.payout == half && !part.isPending)
                #expect(part.partialStake == decimal("4.5") && part.requestID != nil)
                let rest = try await bets.getBetDetails(identifier: bet)
                #expect(rest.status == .opened && rest.remainingStake == decimal("4.5"))
                #expect(rest.cashedOutAmount == half)
                let all = try await bets.executeCashout(
                    request: .init(betID: bet, value: 1, acceptance: .higher))
                #expect(all.payout == decimal("4.57") && all.partialStake == nil)
                #expect(try await bets.getBetDetails(identifier: bet).status == .cashedOut)
                #expect(try await bets.allowedCashoutBetIds().isEmpty)
                #expect(try await client.getUserBalance().real == decimal("50.14"))
                let late = try await failure {
                    _ = try await bets.calculateCashout(betId: bet, stakeValue: nil)
                }
                #expect(late == .notFound)
                #expect(try await running.isLedgerRight())
            }
        }
    }

    @Test(arguments: Form.allCases)
    func eachRefusalIsItsCase(_ form: Form) async throws {
        let world = ScriptedWorld(events: 1, odds: 185)
        try await withPlatform(world: world) { running in
            try await running.withBettor(form) { bets, _ in
                let bet = try await bet(bets)
                func refusal(_ request: CashoutRequest) async throws -> ServiceProviderError? {
                    try await failure { _ = try await bets.executeCashout(request: request) }
                }
                // 8.55 is its value.
                for (value, acceptance) in [
                    ("8.54", CashoutRequest.Acceptance.none), ("8.56", .higher),
                    ("9.01", .withinThreshold), ("8.14", .withinThreshold),
                ] {
                    #expect(
                        try await refusal(
                            .init(betID: bet, value: decimal(value), acceptance: acceptance))
                            == .cashout(.outOfThreshold), "\(value) \(acceptance)")
                }
                for stake in ["9", "10", "0", "1.005"] {
                    let kind = CashoutRequest.Kind.partial(stake: decimal(stake))
                    #expect(
                        try await refusal(.init(betID: bet, value: 1, kind: kind))
                            == .cashout(.invalid), "\(stake)")
                }
                #expect(
                    try await refusal(.init(betID: bet, value: 0)) == .cashout(.invalid))
                #expect(
                    try await refusal(.init(betID: "b-99", value: 1))
                        == .cashout(.noCurrentOdds))
                world.set(place, odds: 185, isOpen: false)
                #expect(
                    try await refusal(.init(betID: bet, value: decimal("8.55")))
                        == .cashout(.noCurrentOdds))
                world.set(place, odds: 185)
                let sold = try await bets.executeCashout(
                    request: .init(
                        betID: bet, value: decimal("8.2"), acceptance: .withinThreshold))
                #expect(sold.payout == decimal("8.55"))
                #expect(
                    try await refusal(.init(betID: bet, value: 1, acceptance: .any))
                        == .cashout(.noCurrentOdds))
            }
        }
    }

    @Test func lostAnswerOfACashoutPaysOnce() async throws {
        try await withPlatform(world: ScriptedWorld(events: 1, odds: 185)) { running in
            try await running.withBettor { bets, client in
                let bet = try await bet(bets)
                var request = CashoutRequest(
                    betID: bet, value: 1, kind: .partial(stake: 3), acceptance: .any)
                request.idempotencyKey = "sell"
                running.faults.set(
                    FaultPlan(rules: [FaultRule(.httpCut, route: "/cashout/v1/cashout")]))
                let error = try await failure {
                    _ = try await bets.executeCashout(request: request)
                }
                #expect(error == .noNetworkConnection)
                running.faults.set(FaultPlan())
                let sold = try await bets.executeCashout(request: request)
                #expect(sold.payout == decimal("2.85"))
                #expect(try await client.getUserBalance().real == decimal("43.85"))
                request.value = 2
                let other = try await failure {
                    _ = try await bets.executeCashout(request: request)
                }
                guard case .conflict(key: "920", message: _) = other else {
                    Issue.record("\(String(describing: other))")
                    return
                }
            }
        }
    }

    @Test func keyThatNoHeaderCarriesIsNotSent() async throws {
        try await withScriptedBets({ _ throws(HTTPTransportError) in
            .json(200, #"{"success":true,"betId":"b-2","cashoutValue":1}"#)
        }) { bets, transport in
            let longest = String(repeating: "k", count: 64)
            var request = CashoutRequest(betID: "b-2", value: 1, idempotencyKey: longest)
            _ = try await bets.executeCashout(request: request)
            let sent = transport.requests.filter { $0.url.hasSuffix("/cashout") }
            #expect(sent.map { $0.header("Idempotency-Key") } == [longest])
            #expect(sent.map(\.timeLimit) == [.seconds(30)])
            for key in ["", "a b", "a\r\nX: y", longest + "k"] {
                request.idempotencyKey = key
                let broken = request
                let error = try await failure {
                    _ = try await bets.executeCashout(request: broken)
                }
                #expect(error == .invalidRequestFormat, "\(key)")
            }
            #expect(transport.requests.filter { $0.url.hasSuffix("/cashout") }.count == 1)
        }
    }

    // MARK: Streams

    /// The next value that fulfils a condition; `nil` at the end.
    private func next(
        _ values: inout Subscription<BetCashoutValue>.Iterator,
        where condition: (BetCashoutValue) -> Bool = { _ in true }
    ) async throws -> BetCashoutValue? {
        while let change = try await values.next() {
            if case .contentUpdate(let value) = change, condition(value) { return value }
        }
        return nil
    }

    @Test(arguments: Form.allCases)
    func valuesFollowTheOddsToTheEndOfTheBet(_ form: Form) async throws {
        let world = ScriptedWorld(events: 1, odds: 185)
        try await withPlatform(world: world) { running in
            try await running.withBettor(form) { bets, _ in
                let bet = try await bet(bets)
                var values = try bets.subscribeToCashoutValue(betId: bet).makeAsyncIterator()
                guard case .connected = try await values.next() else {
                    Issue.record("not connected first")
                    return
                }
                // Before the first value the service says that there is none yet.
                let first = try await next(&values) { $0.value != nil }
                #expect(first?.betID == bet && first?.value == decimal("8.55"))
                #expect(first?.potentialReturn == decimal("16.65") && first?.remainingStake == 9)
                #expect(first?.allowsPartial == true)
                world.set(place, odds: 173)
                #expect(try await next(&values)?.value == decimal("9.14"))
                world.set(place, odds: 173, isOpen: false)
                let closed = try await next(&values)
                #expect(closed != nil && closed?.value == nil && closed?.allowsPartial == false)
                world.set(place, odds: 185)
                #expect(try await next(&values)?.value == decimal("8.55"))
                try await running.settle([place: .won])
                #expect(try await next(&values) == nil)
            }
        }
    }

    @Test(arguments: Form.allCases)
    func valuesGoOnThroughClosings(_ form: Form) async throws {
        let world = ScriptedWorld(events: 1, odds: 185)
        try await withPlatform(world: world) { running in
            try await running.withBettor(form) { bets, _ in
                let bet = try await bet(bets)
                running.faults.set(
                    FaultPlan(
                        rules: [FaultRule(.sseClose, everySeconds: 0.02, route: "/cashout")]))
                var values = try bets.subscribeToCashoutValue(betId: bet).makeAsyncIterator()
                while running.metrics.value(of: .sseClose) < 20 {
                    #expect(
                        try await next(&values) { $0.value != nil }?.value == decimal("8.55"))
                }
                world.set(place, odds: 173)
                #expect(try await next(&values) { $0.value == decimal("9.14") } != nil)
                try await running.settle([place: .lost])
                let known = [nil, decimal("9.14")]
                #expect(try await next(&values) { !known.contains($0.value) } == nil)
            }
        }
    }

    @Test(arguments: Form.allCases)
    func unknownBetHasNoStream(_ form: Form) async throws {
        try await withPlatform(world: ScriptedWorld(events: 1, odds: 185)) { running in
            try await running.withBettor(form) { bets, _ in
                var values = try bets.subscribeToCashoutValue(betId: "b-9").makeAsyncIterator()
                let error = try await failure { while try await values.next() != nil {} }
                #expect(error == .cashout(.noCurrentOdds))
            }
        }
    }

    @Test func streamEndsWithTheConnection() async throws {
        try await withPlatform(world: ScriptedWorld(events: 1, odds: 185)) { running in
            try await running.withLogin { client, _ in
                let bet = try await bet(client)
                var values = try client.subscribeToCashoutValue(betId: bet).makeAsyncIterator()
                #expect(try await next(&values) != nil)
                client.disconnect()
                let error = try await failure { while try await values.next() != nil {} }
                #expect(error == .cancelled)
            }
        }
    }

    @Test func messagesThatAreNoValuesAreSkipped() async throws {
        func value(_ amount: String, bet: String = "b-2", more: String = "") -> String {
            #"data: {"messageType":"CASHOUT_VALUE","betId":"\#(bet)","cashoutValue":\#(amount)"#
                + #","details":{"code":100}\#(more)}"# + "\n\n"
        }
        let stream =
            #"data: {"messageType":"AUTOCASHOUT_RULE","betId":"b-2"}"# + "\n\n"
            + #"data: {"messageType":"CASHOUT_VALUE","betId":"b-2","cashoutValue":1}"# + "\n\n"
            + "data: {\"messageType\n\n" + "data: null\n\n" + value("1e400") + value(#""x""#)
            + value("7", bet: "b-3") + value("9.14") + ": silence\n\n"
        let hasBeenOpen = Gate<Void>()
        try await withScriptedBets({ _ throws(HTTPTransportError) in
            // The stream of a bet that is over cannot be opened again.
            guard hasBeenOpen.count == 0 else { return .json(404) }
            Task { await hasBeenOpen.pass() }
            await hasBeenOpen.arrivals(1)
            return .json(200, stream)
        }) { bets, transport in
            var seen: [Decimal?] = []
            for try await change in try bets.subscribeToCashoutValue(betId: "b-2") {
                if case .contentUpdate(let value) = change { seen.append(value.value) }
            }
            #expect(seen == [decimal("9.14")])
            hasBeenOpen.open()
            let sent = transport.requests.filter { $0.url.contains("cashout-value") }
            #expect(sent.count == 2 && sent[0].header("Accept") == "text/event-stream")
            #expect(sent[0].header("X-SessionId") == "t0" && sent[0].header("userId") == "7")
        }
    }
}
