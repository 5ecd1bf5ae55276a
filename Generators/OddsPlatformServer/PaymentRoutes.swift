import HTTPTypes
import Hummingbird
import NIOCore
import OddsPlatform

/// The routes of wallets and payments.
struct PaymentRoutes {
    let platform: Platform
    let table: RouteTable
    let refusals: RefusalBody
    let faults: PlatformFaults
    /// The base of the addresses of cashier pages.
    let baseURL: @Sendable () -> String

    func add() {
        wallet()
        payments()
        CashierRoutes(platform: platform, table: table).add()
    }

    private func wallet() {
        let (platform, faults) = (platform, faults)
        table.add(.get, "/v2/player/{player}/balance") { request throws(Refusal) in
            .ok(try await platform.balance(request.access))
        }
        table.add(.get, "/v2/player/{player}/information/updates") { request throws(Refusal) in
            let events = try await platform.events(
                request.access, endsAfter: faults.streamMilliseconds(request.path))
            return .other(EventStream.response(events, session: request.access.session))
        }
    }

    private func payments() {
        let (platform, refusals, baseURL) = (platform, refusals, baseURL)
        let path = "/v1/player/{player}"
        table.add(.post, path + "/payment/GetPaymentSession") { request throws(Refusal) in
            try await platform.check(request.paymentAccess)
            let bytes = try await request.bytes()
            let key = try request.idempotencyKey(bytes)
            let body = try await platform.reading(request.paymentAccess, key) {
                () throws(Refusal) in try JSONReader(request.parse(bytes))
            }
            return .json(
                try await platform.paymentSession(
                    request.paymentAccess, body, key: key,
                    url: { "\(baseURL())/cashier/\($0)" },
                    render: { refusals.answer($0, .account) }))
        }
        table.add(.get, path + "/payment/{transaction}/status") { request throws(Refusal) in
            .ok(
                try await platform.paymentStatus(
                    request.paymentAccess, transaction: request.parameter("transaction")))
        }
        table.add(.get, path + "/transactions/banking") { request throws(Refusal) in
            .ok(try await platform.payments(request.paymentAccess, try request.historyQuery()))
        }
        table.add(.get, path + "/transactions/wagering") { request throws(Refusal) in
            .ok(try await platform.wagers(request.paymentAccess, try request.historyQuery()))
        }
    }
}

extension PlatformRequest {
    /// The query of a history.
    fileprivate func historyQuery() throws(Refusal) -> HistoryQuery {
        var history = HistoryQuery()
        history.start = try time("startDate")
        history.end = try time("endDate")
        if let page = query("page") { try history.setCursor(page) }
        if let types = query("types") {
            try history.setTypes(types)
        }
        if let states = query("states") { try history.setStates(states) }
        return history
    }
}
