import OddsPlatform

/// The routes of the cashier's page.
struct CashierRoutes {
    let platform: Platform
    let table: RouteTable

    func add() {
        let platform = platform
        table.add(.get, "/cashier/{session}") { request throws(Refusal) in
            let session = try await platform.cashierSession(String(request.parameter("session")))
            return .other(CashierPage.page(session))
        }
        table.add(.post, "/cashier/{session}") { request throws(Refusal) in
            .ok(
                try await platform.pay(
                    atCashier: String(request.parameter("session")), try await request.object()))
        }
        table.add(.get, "/cashier.js") { _ throws(Refusal) in .other(CashierPage.script) }
        table.add(.get, "/cashier.css") { _ throws(Refusal) in .other(CashierPage.style) }
    }
}
