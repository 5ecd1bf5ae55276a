public import OddsModel

// Other names of this module's types, under which apps of this family know them.

/// The client, where the module's name goes before it: `ServicesProvider.Client`.
public typealias Client = ServicesProviderClient

/// The accounts of a provider.
@available(*, deprecated, message: "PrivilegedAccessManager, as its area and its error are called")
public typealias PrivilegedAccessManagerProvider = PrivilegedAccessManager

/// The state of a session.
public typealias UserSessionStatus = UserSessionState

/// The order of a list.
public typealias EventListSort = EventsSort

/// A market, as the feed's store has it.
public typealias Market = MarketModel

/// An outcome, as the feed's store has it.
public typealias Outcome = OutcomeModel

/// A page of bets.
public typealias BettingHistory = BetsPage

/// The return of a ticket if all wins.
public typealias BetslipPotentialReturn = PotentialReturn

/// A page on which a player pays.
public typealias CashierWebViewResponse = CashierWebView

/// The coordinator of sessions.
@available(*, deprecated, message: "SessionCoordinator: there is one for all providers")
public typealias SportRadarSessionCoordinator = SessionCoordinator

/// The key of a token.
public typealias SessionCoordinatorKey = SessionTokenKey

/// Names of requests.
public enum HTTP {
    /// The methods of requests.
    public typealias Method = HTTPRequestMethod
}
