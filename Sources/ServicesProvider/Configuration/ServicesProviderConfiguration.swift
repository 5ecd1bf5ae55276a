public import Logging
public import OddsClient

/// Where a client's servers are, and how it speaks to them.
public struct ServicesProviderConfiguration: Sendable {
    /// The environment, which chooses the servers.
    public enum Environment: String, Hashable, Sendable {
        /// What players use.
        case production
        /// What testers use.
        case staging
        /// `emsim --development` on this machine.
        case development
    }

    /// Why a configuration cannot be used.
    public struct InvalidEndpoint: Error, Hashable, Sendable, CustomStringConvertible {
        /// The environment.
        public let environment: Environment
        /// The name of the address.
        public let key: String
        /// What is wrong with it.
        public let description: String
    }

    /// The environment.
    public let environment: Environment
    /// Its servers.
    public let endpoints: Endpoints
    /// The operator's number.
    public var operatorID = "7001"
    /// SportRadar: the name of the front end whose navigation lists sports and tournaments.
    public var frontEnd = "1"
    /// The language of names: two letters.
    public var language = "en"
    /// The currency in which limits are set until the profile says the player's.
    public var currency = "EUR"

    /// The limits of requests.
    public var network = NetworkConfiguration()
    /// The limits of connections and answers.
    public var transport = AsyncHTTPTransport.Configuration()
    /// The pauses between attempts to reach a server.
    public var backoff = Backoff()
    /// The clock of all limits and pauses.
    public var clock: any Clock<Duration> = ContinuousClock()
    /// Draws the jitter of pauses.
    public var random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    /// Whether `connect()` opens the feed: thousands of simulated players have accounts
    /// alone.
    package var opensFeed = true
    /// Whether `connect()` begins to ask whether the server of accounts is there.
    package var followsAccounts = true
    /// Whether `connect()` begins to ask whether the server of bets is there.
    package var followsBets = true
    /// Whether the feed's frames are timed: see `Subscription.store`.
    package var tracesFeed = false
    /// Keeps the session.
    public var tokenStore: any TokenStore = MemoryTokenStore()
    /// Makes what sends requests, for each `connect()`; `AsyncHTTPTransport` if it is `nil`.
    public var httpTransport: (@Sendable () -> any HTTPTransport)?
    /// Logs requests, without anything that is a secret.
    public var log = Logger(label: "ServicesProvider", factory: { _ in SwiftLogNoOpLogHandler() })

    /// A configuration with the defaults above.
    ///
    /// - Parameters:
    ///   - environment: Chooses the servers.
    ///   - endpoints: The servers of each environment that is used. There are no built-in
    ///     ones but those of `development`.
    /// - Throws: `InvalidEndpoint` if an address of the environment is missing or is none.
    public init(
        environment: Environment = .production, endpoints: [Environment: Endpoints] = [:]
    ) throws(InvalidEndpoint) {
        let known = endpoints[environment] ?? (environment == .development ? .development : nil)
        guard let known else {
            throw InvalidEndpoint(
                environment: environment, key: "endpoints",
                description: "there are no endpoints for the environment \(environment.rawValue)")
        }
        for (key, address, schemes) in known.addresses {
            guard Self.isAddress(address, schemes),
                key != "feed" || ClientConfiguration.isAddress(address)
            else {
                throw InvalidEndpoint(
                    environment: environment, key: key,
                    description: "endpoints[.\(environment.rawValue)].\(key): expected "
                        + "\(schemes[1])://HOST, not \"\(address)\"")
            }
        }
        self.environment = environment
        self.endpoints = known
    }

    private static func isAddress(_ text: String, _ schemes: [String]) -> Bool {
        guard let separator = text.range(of: "://"), !text.hasSuffix("/"),
            schemes.contains(String(text[..<separator.lowerBound]))
        else { return false }
        let rest = text[separator.upperBound...]
        return !rest.isEmpty && rest.first != "/"
            && rest.utf8.allSatisfy { 33...126 ~= $0 && $0 != UInt8(ascii: "@") }
    }
}
