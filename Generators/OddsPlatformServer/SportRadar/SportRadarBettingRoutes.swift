import HTTPTypes
import OddsJSON
import OddsPlatform

/// The routes of the second provider's betting API.
struct SportRadarBettingRoutes {
    let bets: SportRadarBets
    let table: RouteTable
    let refusals: RefusalBody

    private static let base = "/api/betting/fo"
    private static let customBets = "/api/custom-bet/v1"
    private static let cashouts = "/api/cashout/fo/cashout"

    func add() {
        calculations()
        placing()
        offers()
        histories()
        cashouts()
        settings()
    }

    private func calculations() {
        let bets = bets
        table.add(.post, Self.base + "/bet/calculate") { request throws(Refusal) in
            .ok(try await bets.calculate(try await request.object()))
        }
        table.add(.post, Self.base + "/allowedBetTypesWithCalculation") {
            request throws(Refusal) in
            .ok(try await bets.allowedTypes(try await request.object()))
        }
        table.add(.post, Self.customBets + "/calculate") { request throws(Refusal) in
            .ok(try await bets.calculateCustomBet(try await request.object()))
        }
    }

    private func placing() {
        let (bets, refusals) = (bets, refusals)
        for path in [Self.base + "/betslip", Self.customBets + "/placecustombet"] {
            add(.post, path) { request, access throws(Refusal) in
                let (body, key) = try await request.keyedBody(access, bets)
                return .json(
                    try await bets.place(
                        access, body, key: key, render: { refusals.answer($0, .slip) }))
            }
        }
    }

    private func offers() {
        let (bets, refusals) = (bets, refusals)
        add(.put, Self.base + "/betslip/{slip}/confirm") { request, access throws(Refusal) in
            let confirmation = try await bets.confirm(
                access, slip: request.parameter("slip"), try await request.object())
            if let refusal = confirmation.refusal { refusals.count(refusal, .slip) }
            return .ok(confirmation.body)
        }
        add(.post, Self.base + "/betslip/{slip}/reject") { request, access throws(Refusal) in
            _ = try await request.optionalObject()
            try await bets.reject(access, slip: request.parameter("slip"))
            return .json(Answer(status: 200, body: []))
        }
    }

    private func histories() {
        let bets = bets
        add(.get, Self.base + "/bets") { request, access throws(Refusal) in
            .ok(try await bets.history(access, RequestArguments { request.queries($0) }))
        }
        add(.get, Self.base + "/bets/{bet}") { request, access throws(Refusal) in
            .ok(try await bets.bet(access, id: request.parameter("bet")))
        }
    }

    private func cashouts() {
        let (bets, refusals) = (bets, refusals)
        add(.get, Self.cashouts + "/allowedBetIds") { _, access throws(Refusal) in
            .ok(try await bets.cashoutBets(access))
        }
        add(.post, Self.cashouts + "/{bet}/calculate") { request, access throws(Refusal) in
            let body = try await request.optionalObject()
            return .ok(
                try await bets.cashoutValue(access, bet: request.parameter("bet"), body))
        }
        add(.post, Self.cashouts + "/{bet}") { request, access throws(Refusal) in
            let (body, key) = try await request.keyedBody(access, bets)
            return .json(
                try await bets.cashOut(
                    access, bet: request.parameter("bet"),
                    body.flatMap { value in
                        Result { () throws(Refusal) in try JSONReader(value) }
                    }, key: key, render: { refusals.answer($0, .cashout) }))
        }
    }

    private func settings() {
        let bets = bets
        add(.get, Self.base + "/attribute/getAll") { _, access throws(Refusal) in
            .ok(try await bets.attributes(access))
        }
        add(.post, Self.base + "/attribute/update") { request, access throws(Refusal) in
            .ok(try await bets.updateAttributes(access, try await request.json()))
        }
        add(.get, Self.base + "/freeBalance") { _, access throws(Refusal) in
            .ok(try await bets.freeBalance(access))
        }
    }

    /// Adds a route of a player who has a launch token.
    private func add(
        _ method: HTTPRequest.Method, _ path: String,
        _ handler: @escaping @Sendable (PlatformRequest, Access) async throws(Refusal) -> Reply
    ) {
        let bets = bets
        table.add(method, path) { request throws(Refusal) in
            let access = Access(launchToken: request.launchToken)
            do throws(Refusal) {
                return try await handler(request, access)
            } catch {
                // Who has no session learns of nothing else.
                try await bets.check(access)
                throw error
            }
        }
    }
}

extension PlatformRequest {
    /// A body of JSON, or why it is none, and the key under which the request may be repeated.
    fileprivate func keyedBody(
        _ access: Access, _ bets: SportRadarBets
    ) async throws(Refusal) -> (body: Result<JSONValue, Refusal>, key: IdempotencyKey?) {
        let bytes = try await bytes()
        try requireJSON()
        let key = try idempotencyKey(bytes)
        let body = try await bets.reading(access, key) {
            Result { () throws(Refusal) in try parse(bytes) }
        }
        return (body, key)
    }

    /// The body as a JSON object; `nil` if it is empty.
    fileprivate func optionalObject() async throws(Refusal) -> JSONReader? {
        let bytes = try await bytes()
        return bytes.isEmpty ? nil : try JSONReader(try parse(bytes))
    }
}
