import ServicesProvider

/// The method of a request, and its path with the names of its parameters, as the service
/// names it in its metrics.
struct ServiceRoute: Hashable, Comparable, Sendable {
    let method: String
    let path: String

    static let login = ServiceRoute(method: "POST", path: "/v1/player/legislation/login")
    static let cashierSession = ServiceRoute(
        method: "POST", path: "/v1/player/{player}/payment/GetPaymentSession")
    static let cashier = ServiceRoute(method: "POST", path: "/cashier/{session}")
    static let balance = ServiceRoute(method: "GET", path: "/v2/player/{player}/balance")
    static let status = ServiceRoute(
        method: "GET", path: "/v1/player/{player}/payment/{transaction}/status")
    static let placing = ServiceRoute(method: "POST", path: "/place-bet/{operator}/v2/bets")

    init(method: String, path: String) {
        self.method = method
        self.path = path
    }

    init(_ request: HTTPTransportRequest) {
        method = request.method.rawValue
        // http://HOST/PATH?QUERY
        let parts = request.url.split(separator: "/", omittingEmptySubsequences: false)
        let path = parts.dropFirst(3).joined(separator: "/").prefix { $0 != "?" }
        var names = path.split(separator: "/").map(String.init)
        if names.count > 2, names[1] == "player", names[2].allSatisfy(\.isNumber) {
            names[2] = "{player}"
            if names.count == 6, names[3] == "payment" { names[4] = "{transaction}" }
        }
        if names.count == 2, names[0] == "cashier" { names[1] = "{session}" }
        if names.count == 4, names[0] == "place-bet" { names[1] = "{operator}" }
        if names.count == 4, names[0] == "bets-api" { names[2] = "{operator}" }
        self.path = "/" + names.joined(separator: "/")
    }

    static func < (one: ServiceRoute, other: ServiceRoute) -> Bool {
        (one.path, one.method) < (other.path, other.method)
    }
}
