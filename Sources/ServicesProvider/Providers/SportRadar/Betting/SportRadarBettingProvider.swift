import Foundation
import Logging
import OddsBetting

/// Bets of SportRadar.
final class SportRadarBettingProvider: BettingProvider, ProviderArea {
    let configuration: ServicesProviderConfiguration
    let coordinator: SessionCoordinator
    let accounts: SportRadarPrivilegedAccessManager
    let requests: SportRadarBettingRequests
    /// Where the pages of histories end.
    let pages = SportRadarBetPages()
    private let monitor: AreaMonitor
    private let ask: @Sendable () async -> Void

    /// - Parameters:
    ///   - accounts: Knows the player who is logged in.
    ///   - states: Told whether the server is there.
    init(
        _ configuration: ServicesProviderConfiguration,
        _ endpoints: ServicesProviderConfiguration.SportRadarEndpoints,
        _ coordinator: SessionCoordinator, _ transport: any HTTPTransport,
        accounts: SportRadarPrivilegedAccessManager, states: StateSource<ConnectorState>
    ) {
        self.configuration = configuration
        self.coordinator = coordinator
        self.accounts = accounts
        let random = LockedRandom(configuration.random)
        let monitor = AreaMonitor(
            states: states, backoff: configuration.backoff, clock: configuration.clock,
            random: random)
        self.monitor = monitor
        let ask = Self.probe(configuration, endpoints, transport, monitor)
        self.ask = ask
        requests = SportRadarBettingRequests(
            configuration, endpoints, coordinator, transport, random: random,
            noteExchange: { monitor.note(isAnswered: $0, ask: ask) })
    }

    /// The cheapest request of bets: it has no session, and is refused.
    private static func probe(
        _ configuration: ServicesProviderConfiguration,
        _ endpoints: ServicesProviderConfiguration.SportRadarEndpoints,
        _ transport: any HTTPTransport, _ monitor: AreaMonitor
    ) -> @Sendable () async -> Void {
        let limit = configuration.network.timeLimit
        let endpoint = try? SportRadar.BettingEndpoint(
            url: endpoints.betting, .getFreeBalance, moneyTimeLimit: limit)
        guard let endpoint else { return {} }
        let request = HTTPTransportRequest(
            method: .get, url: endpoint.address, headers: [], body: nil, timeLimit: limit)
        return { [weak monitor] in
            guard let response = try? await transport.send(request), response.status > 0 else {
                return
            }
            monitor?.note(isAnswered: true, ask: {})
        }
    }

    /// Begins to ask whether the server is there.
    func start() { monitor.start(ask: ask) }

    /// Tries now if the server has not been there.
    func reconnectIfNeeded() { monitor.retryNow(ask: ask) }

    /// Ends.
    func stop() { monitor.stop() }

    var connectionStates: ConnectorStates { monitor.states }

    /// The number of the player who is logged in.
    ///
    /// - Throws: `userSessionNotFound` if nobody is.
    func user() async throws(ServiceProviderError) -> String {
        try await coordinator.loggedInUser()
    }

    // MARK: Betslip

    func calculatePotentialReturn(
        forBetTicket ticket: BetTicket
    ) async throws(ServiceProviderError) -> PotentialReturn {
        SportRadarModelMapper.potentialReturn(
            from: try await requests.request(
                .calculate(try SportRadarModelMapper.slipBet(from: ticket))))
    }

    func getAllowedBetTypes(
        withBetTicketSelections selections: [BetTicketSelection]
    ) async throws(ServiceProviderError) -> [AllowedBetType] {
        SportRadarModelMapper.allowedBetTypes(
            from: try await requests.request(
                .getBetTypes(try SportRadarModelMapper.betTypesRequest(from: selections))),
            count: selections.count)
    }

    func calculateUnifiedBettingOptions(
        betType: BetType, selections: [BetTicketSelection], stakeAmount: Decimal?
    ) async throws(ServiceProviderError) -> UnifiedBettingOptions {
        throw .notSupportedForProvider
    }

    func calculateBetBuilderPotentialReturn(
        forBetTicket ticket: BetTicket
    ) async throws(ServiceProviderError) -> PotentialReturn {
        SportRadarModelMapper.customReturn(
            from: try await requests.request(
                .calculateCustomBet(SportRadarModelMapper.customBetRequest(from: ticket))))
    }

    // MARK: Settings and money

    func getOddsChangeSettings() async throws(ServiceProviderError) -> OddsChangeSettings {
        SportRadarModelMapper.oddsChangeSettings(
            from: try await requests.request(.getAttributes, ofUser: try await user()))
    }

    func updateOddsChangeSettings(
        _ settings: OddsChangeSettings
    ) async throws(ServiceProviderError) -> OddsChangeSettings {
        try await requests.perform(
            .updateAttributes(SportRadarModelMapper.attributes(from: settings)),
            ofUser: try await user())
        return try await getOddsChangeSettings()
    }

    func getFreebetBalance() async throws(ServiceProviderError) -> Decimal {
        SportRadarModelMapper.freeBalance(
            from: try await requests.request(.getFreeBalance, ofUser: try await user()))
    }

    // MARK: Booking codes

    func createBookingCode(
        bettingOfferIds: [String]
    ) async throws(ServiceProviderError) -> String {
        throw .notSupportedForProvider
    }

    func getBettingOfferIds(
        bookingCode: String
    ) async throws(ServiceProviderError) -> [String] {
        throw .notSupportedForProvider
    }
}
