extension ServicesProviderConfiguration {
    /// The addresses of an environment's servers, of one provider or of both.
    public struct Endpoints: Hashable, Sendable {
        /// EveryMatrix: the WebSocket of the feed: `wss://HOST/PATH`.
        public var feed: String
        /// EveryMatrix: the base URL of accounts: `https://HOST`, without a slash at its end.
        public var player: String
        /// EveryMatrix: the base URL of bets, like that of accounts.
        public var odds: String
        /// The addresses of SportRadar; `nil` if there are none.
        public var sportRadar: SportRadarEndpoints?

        /// Addresses of EveryMatrix, and perhaps of SportRadar.
        public init(
            feed: String, player: String, odds: String, sportRadar: SportRadarEndpoints? = nil
        ) {
            self.feed = feed
            self.player = player
            self.odds = odds
            self.sportRadar = sportRadar
        }

        /// Addresses of SportRadar alone.
        public init(sportRadar: SportRadarEndpoints) {
            self.init(feed: "", player: "", odds: "", sportRadar: sportRadar)
        }

        /// The ports of `emsim --development`.
        public static let development = Endpoints(
            feed: "ws://127.0.0.1:9400/v2", player: "http://127.0.0.1:9410",
            odds: "http://127.0.0.1:9411",
            sportRadar: SportRadarEndpoints(all: "http://127.0.0.1:9412"))
    }

    /// The base URLs of SportRadar's servers, without a slash at their ends. They may be
    /// equal.
    public struct SportRadarEndpoints: Hashable, Sendable {
        /// The WebSocket: `wss://HOST`; `https://HOST` is taken for the same.
        public var socket: String
        /// The server that takes subscriptions to contents: `https://HOST`.
        public var subscription: String
        /// The server that is asked for a content once.
        public var content: String
        /// Accounts.
        public var account: String
        /// Bets, cashouts and settings.
        public var betting: String

        /// Addresses.
        public init(
            socket: String, subscription: String, content: String, account: String,
            betting: String
        ) {
            self.socket = socket
            self.subscription = subscription
            self.content = content
            self.account = account
            self.betting = betting
        }

        /// One server that is all of them: `https://HOST`.
        public init(all url: String) {
            self.init(
                socket: url, subscription: url, content: url, account: url, betting: url)
        }

        /// The WebSocket's address, with the scheme of one.
        var socketURL: String {
            socket.hasPrefix("http") ? "ws" + socket.dropFirst("http".count) : socket
        }
    }

    /// Whether there are addresses of a provider's servers.
    func hasEndpoints(of provider: ServicesProviderClient.ProviderType) -> Bool {
        switch provider {
        case .everymatrix: endpoints.hasEveryMatrix
        case .sportradar: endpoints.sportRadar != nil
        }
    }
}

extension ServicesProviderConfiguration.Endpoints {
    fileprivate var hasEveryMatrix: Bool { !feed.isEmpty || !player.isEmpty || !odds.isEmpty }

    /// All addresses: how they are called, and the schemes that they may have.
    var addresses: [(key: String, address: String, schemes: [String])] {
        let http = ["http", "https"]
        var addresses: [(key: String, address: String, schemes: [String])] = []
        if hasEveryMatrix || sportRadar == nil {
            addresses = [
                ("feed", feed, ["ws", "wss"]), ("player", player, http), ("odds", odds, http),
            ]
        }
        if let sportRadar {
            addresses += [
                ("sportRadar.socket", sportRadar.socket, ["ws", "wss"] + http),
                ("sportRadar.subscription", sportRadar.subscription, http),
                ("sportRadar.content", sportRadar.content, http),
                ("sportRadar.account", sportRadar.account, http),
                ("sportRadar.betting", sportRadar.betting, http),
            ]
        }
        return addresses
    }
}
