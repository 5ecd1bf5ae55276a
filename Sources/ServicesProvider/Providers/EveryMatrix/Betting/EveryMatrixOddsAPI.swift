/// The requests of EveryMatrix' bets.
enum EveryMatrixOddsAPI: Sendable {
    /// The families of requests: each spells the fields of its headers in its own way, and
    /// has its own shape of errors.
    enum Family {
        case placing, lists, cashouts, bookings
    }

    case placeBet(EveryMatrix.PlaceBetRequest, idempotencyKey: String)

    // Lists.
    case getOpenBets(EveryMatrix.BetsQuery)
    case getSettledBets(EveryMatrix.BetsQuery)
    case getBet(betId: String)
    case getCashoutBets
    case getCashoutAmount(betId: String, stakeValue: String?)

    // Cashouts.
    case getCashoutValues(betId: String)
    case cashOut(EveryMatrix.CashoutRequest, idempotencyKey: String)

    // Booking codes.
    case book(EveryMatrix.BookingRequest)
    case getBooking(code: String)

    var family: Family {
        switch self {
        case .placeBet: .placing
        case .getOpenBets, .getSettledBets, .getBet, .getCashoutBets, .getCashoutAmount: .lists
        case .getCashoutValues, .cashOut: .cashouts
        case .book, .getBooking: .bookings
        }
    }
}

extension EveryMatrix {
    /// A request of bets under a base URL.
    struct OddsEndpoint: Endpoint {
        let url: String
        let api: EveryMatrixOddsAPI
        let operatorID: String
        let language: String
        let timeout: Duration?
        let userID: String?
        let body: RequestBody?

        /// - Parameter userID: The player whose request it is.
        /// - Throws: `invalidRequestFormat` if the body cannot be encoded.
        init(
            _ configuration: ServicesProviderConfiguration, _ api: EveryMatrixOddsAPI,
            userID: String? = nil
        ) throws(ServiceProviderError) {
            url = configuration.endpoints.odds
            self.api = api
            operatorID = configuration.operatorID
            language = configuration.language
            self.userID = userID
            timeout = api.movesMoney ? configuration.network.bettingTimeLimit : nil
            body = try api.body()
        }

        var endpoint: String { api.path(PercentEncoding.encoded(operatorID)) }
        var method: HTTPRequestMethod { api.method }
        var query: [(name: String, value: String)] { api.query }
        var requireSessionKey: Bool { api.family != .bookings }

        var headers: [(name: String, value: String)] {
            var headers: [(name: String, value: String)] =
                switch api.family {
                case .placing: [("x-operatorid", operatorID)]
                case .lists: [("x-operator-id", operatorID), ("x-language", language)]
                case .cashouts: [("X-OperatorId", operatorID)]
                case .bookings: []
                }
            if let key = api.idempotencyKey { headers.append(("Idempotency-Key", key)) }
            return headers
        }

        func authHeaderKey(for part: AuthenticationPart) -> String? {
            switch (api.family, part) {
            case (.placing, .sessionId): "x-sessionid"
            case (.placing, .userId): "userid"
            case (.lists, .sessionId): "x-session-id"
            case (.lists, .userId): "x-user-id"
            case (.cashouts, .sessionId): "X-SessionId"
            case (.cashouts, .userId): "userId"
            case (.bookings, _): nil
            }
        }
    }
}

extension EveryMatrixOddsAPI {
    fileprivate func path(_ operatorID: String) -> String {
        let lists = "/bets-api/v1/\(operatorID)"
        let bookings = "/v2/sports/bets/book"
        return switch self {
        case .placeBet: "/place-bet/\(operatorID)/v2/bets"
        case .getOpenBets: "\(lists)/open-bets"
        case .getSettledBets: "\(lists)/settled-bets"
        case .getBet(let bet): "\(lists)/bets/\(PercentEncoding.encoded(bet))"
        case .getCashoutBets: "\(lists)/cashout-bets"
        case .getCashoutAmount: "\(lists)/cashout-amount"
        case .getCashoutValues(let bet): "/cashout/v1/cashout-value/\(PercentEncoding.encoded(bet))"
        case .cashOut: "/cashout/v1/cashout"
        case .book: bookings
        case .getBooking(let code): "\(bookings)/\(PercentEncoding.encoded(code))"
        }
    }

    fileprivate var method: HTTPRequestMethod {
        switch self {
        case .placeBet, .cashOut, .book: .post
        default: .get
        }
    }

    /// Whether it may take longer than others.
    fileprivate var movesMoney: Bool { idempotencyKey != nil }

    fileprivate var idempotencyKey: String? {
        switch self {
        case .placeBet(_, let key), .cashOut(_, let key): key
        default: nil
        }
    }

    fileprivate var query: [(name: String, value: String)] {
        let items: [(String, String?)] =
            switch self {
            case .getOpenBets(let query), .getSettledBets(let query):
                [
                    ("limit", "\(query.limit)"), ("placedBefore", query.placedBefore),
                    ("betStatus", query.betStatus),
                ]
            case .getCashoutAmount(let bet, let stake): [("betId", bet), ("stakeValue", stake)]
            default: []
            }
        return items.compactMap { item in item.1.map { (item.0, $0) } }
    }

    fileprivate func body() throws(ServiceProviderError) -> RequestBody? {
        switch self {
        case .placeBet(let body, _): try .json(body)
        case .cashOut(let body, _): try .json(body)
        case .book(let body): try .json(body)
        default: nil
        }
    }
}
