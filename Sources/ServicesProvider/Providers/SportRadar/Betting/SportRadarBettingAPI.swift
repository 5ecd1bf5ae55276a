/// The requests of SportRadar's bets.
enum SportRadarBettingAPI: Sendable {
    /// Query items of a request.
    typealias Items = [(name: String, value: String)]

    // Histories.
    case getBets(Items)
    case getBet(betId: String)

    // What bets would return.
    case calculate(SportRadar.SlipBet)
    case getBetTypes(SportRadar.BetTypesRequest)
    case calculateCustomBet(SportRadar.CustomBetRequest)

    // Placing.
    case placeSlip(SportRadar.SlipRequest, idempotencyKey: String)
    case placeCustomBet(SportRadar.CustomSlipRequest, idempotencyKey: String)
    case confirmSlip(slipId: String)
    case rejectSlip(slipId: String)

    // Cashouts.
    case getCashoutBets
    case getCashoutValue(betId: String, SportRadar.CashoutStake?)
    case cashOut(betId: String, SportRadar.CashoutRequest, idempotencyKey: String)

    // Settings and money.
    case getAttributes
    case updateAttributes([SportRadar.Attribute])
    case getFreeBalance
}

extension SportRadar {
    /// A request of bets under a base URL.
    struct BettingEndpoint: Endpoint {
        let url: String
        let api: SportRadarBettingAPI
        let userID: String?
        let timeout: Duration?
        let body: RequestBody?

        /// - Parameter userID: The player whose request it is.
        /// - Throws: `invalidRequestFormat` if the body cannot be encoded.
        init(
            url: String, _ api: SportRadarBettingAPI, userID: String? = nil,
            moneyTimeLimit: Duration
        ) throws(ServiceProviderError) {
            self.url = url
            self.api = api
            self.userID = userID
            timeout = api.movesMoney ? moneyTimeLimit : nil
            body = try api.body()
        }

        var endpoint: String { api.path }
        var method: HTTPRequestMethod { api.method }
        var requireSessionKey: Bool { api.requiresSession }

        var query: [(name: String, value: String)] {
            if case .getBets(let items) = api { items } else { [] }
        }

        var headers: [(name: String, value: String)] {
            api.idempotencyKey.map { [("Idempotency-Key", $0)] } ?? []
        }

        /// All of them may be sent again: those that do something each time have a key.
        var isIdempotent: Bool { true }

        func authHeaderKey(for part: AuthenticationPart) -> String? {
            switch part {
            case .sessionId: "Authorization"
            case .userId: nil
            }
        }
    }
}

extension SportRadarBettingAPI {
    fileprivate var path: String {
        let bets = "/api/betting/fo"
        let cashouts = "/api/cashout/fo/cashout"
        let customBets = "/api/custom-bet/v1"
        let part = PercentEncoding.encoded
        return switch self {
        case .getBets: "\(bets)/bets"
        case .getBet(let bet): "\(bets)/bets/\(part(bet))"
        case .calculate: "\(bets)/bet/calculate"
        case .getBetTypes: "\(bets)/allowedBetTypesWithCalculation"
        case .calculateCustomBet: "\(customBets)/calculate"
        case .placeSlip: "\(bets)/betslip"
        case .placeCustomBet: "\(customBets)/placecustombet"
        case .confirmSlip(let slip): "\(bets)/betslip/\(part(slip))/confirm"
        case .rejectSlip(let slip): "\(bets)/betslip/\(part(slip))/reject"
        case .getCashoutBets: "\(cashouts)/allowedBetIds"
        case .getCashoutValue(let bet, _): "\(cashouts)/\(part(bet))/calculate"
        case .cashOut(let bet, _, _): "\(cashouts)/\(part(bet))"
        case .getAttributes: "\(bets)/attribute/getAll"
        case .updateAttributes: "\(bets)/attribute/update"
        case .getFreeBalance: "\(bets)/freeBalance"
        }
    }

    fileprivate var method: HTTPRequestMethod {
        switch self {
        case .getBets, .getBet, .getCashoutBets, .getAttributes, .getFreeBalance: .get
        case .confirmSlip: .put
        default: .post
        }
    }

    fileprivate var requiresSession: Bool {
        switch self {
        case .calculate, .getBetTypes, .calculateCustomBet: false
        default: true
        }
    }

    /// Whether it may take longer than others.
    fileprivate var movesMoney: Bool {
        if case .confirmSlip = self { true } else { idempotencyKey != nil }
    }

    fileprivate var idempotencyKey: String? {
        switch self {
        case .placeSlip(_, let key), .placeCustomBet(_, let key), .cashOut(_, _, let key): key
        default: nil
        }
    }

    fileprivate func body() throws(ServiceProviderError) -> RequestBody? {
        switch self {
        case .calculate(let body): try .json(body)
        case .getBetTypes(let body): try .json(body)
        case .calculateCustomBet(let body): try .json(body)
        case .placeSlip(let body, _): try .json(body)
        case .placeCustomBet(let body, _): try .json(body)
        case .confirmSlip: try .json(SportRadar.ConfirmationRequest())
        case .rejectSlip: RequestBody(type: "application/json", bytes: Array("{}".utf8))
        case .getCashoutValue(_, let stake):
            try stake.map { stake throws(ServiceProviderError) in
                try .json(stake)
            }
        case .cashOut(_, let body, _): try .json(body)
        case .updateAttributes(let body): try .json(body)
        default: nil
        }
    }
}
