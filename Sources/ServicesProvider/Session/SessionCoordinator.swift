import OddsClient

/// Keeps the tokens of a session, and renews them: one refresh at a time, however many
/// requests were refused.
///
/// Each token has a generation. A request remembers the generation that it was sent
/// with; one that was refused with an older one gets the current token, without another
/// refresh. A logout raises the epoch: what was under way before is thrown away.
public actor SessionCoordinator {
    /// Renews a session and returns the new token.
    public typealias Updater = @Sendable () async throws(ServiceProviderError) -> String
    /// Renews a session of several tokens.
    typealias SessionUpdater =
        @Sendable () async throws(ServiceProviderError) -> RenewedSession

    /// The time limit and the pauses of refreshes.
    public struct Configuration: Sendable {
        /// The longest that a refresh may take.
        public var refreshTimeLimit = Duration.seconds(10)
        /// The pauses after refreshes that failed without ending the session.
        public var backoff = Backoff()
        /// The clock of both.
        public var clock: any Clock<Duration> = ContinuousClock()
        /// Draws the jitter of the pauses.
        public var random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()

        /// The defaults above.
        public init() {}
    }

    /// The tokens of keys that share a session.
    struct Slot {
        var token: String?
        var generation = 0
        /// The generation up to which the server is known to refuse the token.
        var refusedGeneration = -1
        var updater: SessionUpdater?
        var readers: [AsyncStream<String?>.Continuation] = []
        var refresh: Refresh?
        var failure: Failure?
    }

    /// A refresh under way.
    struct Refresh {
        let number: Int
        /// The generation of the token that is to be renewed.
        let generation: Int
        let task: Task<Void, Never>
        var waiters: [Int: CheckedContinuation<Result<String, ServiceProviderError>, Never>]
    }

    /// A refresh that failed and left the session, and until when no other begins.
    struct Failure {
        let error: ServiceProviderError
        let count: Int
        var isOver = false
        var timer: Task<Void, Never>?
    }

    /// A login that waits or runs.
    struct PendingLogin {
        let task: Task<Void, Never>
        let waiter: CheckedContinuation<Result<String, ServiceProviderError>, Never>
    }

    let configuration: Configuration
    let store: any TokenStore
    private let sharing: [SessionTokenKey: SessionTokenKey]
    /// Keys whose tokens come of a session that another key has.
    let derived: Set<SessionTokenKey>
    var slots: [SessionTokenKey: Slot] = [:]
    var credentials: Credentials?
    /// The player, and the first generation of that player's tokens in each slot.
    var user: (id: String, firstGenerations: [SessionTokenKey: Int])?
    /// Raised by each logout.
    var epoch = 0
    var lastNumber = 0
    var random: any RandomNumberGenerator & Sendable
    nonisolated let states: StateSource<UserSessionState>
    /// Whether the connection has ended.
    private(set) var isShutDown = false
    /// In the order in which they were asked for; the first one runs.
    var logins: [(number: Int, login: PendingLogin)] = []

    /// A coordinator that goes on with the session of its store, if there is one.
    ///
    /// - Parameters:
    ///   - configuration: The limits of refreshes.
    ///   - store: Keeps the session.
    ///   - sharing: Groups of keys that share value, generation and refresh.
    public init(
        configuration: Configuration = Configuration(),
        store: any TokenStore = MemoryTokenStore(), sharing: [[SessionTokenKey]] = []
    ) {
        self.init(
            configuration: configuration, store: store, sharing: sharing, derived: [],
            updaters: [:])
    }

    /// The same.
    ///
    /// - Parameters:
    ///   - derived: Keys whose tokens come of the session. They are not stored: with a stored
    ///     session they begin as tokens that were refused, so that their updaters get them.
    ///   - updaters: What renews the tokens of keys, from the first request on.
    init(
        configuration: Configuration, store: any TokenStore, sharing: [[SessionTokenKey]],
        derived: Set<SessionTokenKey>, updaters: [SessionTokenKey: SessionUpdater]
    ) {
        self.configuration = configuration
        self.store = store
        random = configuration.random
        var leaders: [SessionTokenKey: SessionTokenKey] = [:]
        for group in sharing {
            for key in group { leaders[key] = group.first }
        }
        self.sharing = leaders
        self.derived = derived
        for (key, updater) in updaters {
            slots[leaders[key] ?? key, default: Slot()].updater = updater
        }
        let stored = store.load()
        states = StateSource(stored.map { .logged(userID: $0.userID) } ?? .anonymous)
        guard let stored else { return }
        credentials = stored.credentials
        for key in Set(sharing.compactMap(\.first)) {
            slots[key, default: Slot()].token = stored.token
            slots[key]?.generation = 1
        }
        for key in derived {
            slots[key, default: Slot()].token = ""
            slots[key]?.generation = 1
            slots[key]?.refusedGeneration = 1
        }
        user = (stored.userID, slots.mapValues(\.generation))
    }

    /// The slot's key.
    func slotKey(_ key: SessionTokenKey) -> SessionTokenKey { sharing[key] ?? key }

    func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    // MARK: Tokens

    /// Saves a token, as a new generation.
    public func saveToken(_ token: String, withKey key: SessionTokenKey) {
        save(token, slotKey(key))
    }

    /// Forgets a token. Requests that need one fail until another is saved.
    public func clearToken(withKey key: SessionTokenKey) {
        let key = slotKey(key)
        guard slots[key]?.token != nil else { return }
        slots[key]?.token = nil
        publish(key)
    }

    /// The token, `nil` without one: the current one first, then changes.
    public func token(forKey key: SessionTokenKey) -> AsyncStream<String?> {
        let key = slotKey(key)
        let (stream, continuation) = AsyncStream.makeStream(of: String?.self)
        continuation.yield(slots[key]?.shownToken)
        slots[key, default: Slot()].readers.append(continuation)
        return stream
    }

    /// Registers what renews a key's token, in place of the one before.
    public func registerUpdater(_ updater: @escaping Updater, forKey key: SessionTokenKey) {
        slots[slotKey(key), default: Slot()].updater = {
            () async throws(ServiceProviderError) in RenewedSession(token: try await updater())
        }
    }

    /// The token and its generation; `nil` without one.
    public func current(forKey key: SessionTokenKey) -> SessionToken? {
        guard let slot = slots[slotKey(key)], let token = slot.token else { return nil }
        return SessionToken(
            value: token, generation: slot.generation,
            isRefused: slot.generation <= slot.refusedGeneration)
    }

    /// The same for a request of one player; `nil` if another one is logged in.
    ///
    /// - Parameter user: The player's number; `nil` for whoever is logged in.
    func current(forKey key: SessionTokenKey, ofUser user: String?) -> SessionToken? {
        guard user == nil || user == self.user?.id else { return nil }
        return current(forKey: key)
    }

    /// The number of the player who is logged in.
    var userID: String? { user?.id }

    /// The same, where there has to be one.
    ///
    /// - Throws: `userSessionNotFound` if nobody is logged in.
    func loggedInUser() throws(ServiceProviderError) -> String {
        guard let userID else { throw .userSessionNotFound }
        return userID
    }

    /// The states of the session.
    nonisolated var sessionStates: StateUpdates<UserSessionState> { states.updates }

    func save(_ token: String, _ key: SessionTokenKey) {
        slots[key, default: Slot()].token = token
        slots[key]?.generation += 1
        slots[key]?.failure?.timer?.cancel()
        slots[key]?.failure = nil
        publish(key)
    }

    private func publish(_ key: SessionTokenKey) {
        let token = slots[key]?.shownToken
        slots[key]?.readers.removeAll { reader in
            if case .terminated = reader.yield(token) { true } else { false }
        }
    }

    // MARK: The end of a session

    /// Forgets tokens and credentials, and ends what is under way.
    ///
    /// - Parameter error: What those who wait for a refresh get.
    func wipe(_ state: UserSessionState, waiters error: ServiceProviderError) {
        store.save(nil)
        credentials = nil
        user = nil
        for key in slots.keys {
            endRefresh(key, .failure(error))
            slots[key]?.failure?.timer?.cancel()
            slots[key]?.failure = nil
            if slots[key]?.token != nil {
                slots[key]?.token = nil
                publish(key)
            }
        }
        states.send(state)
    }

    /// Ends the refresh of a slot, whose result is thrown away if it comes.
    func endRefresh(_ key: SessionTokenKey, _ result: Result<String, ServiceProviderError>) {
        guard let refresh = slots[key]?.refresh else { return }
        slots[key]?.refresh = nil
        refresh.task.cancel()
        for waiter in refresh.waiters.values { waiter.resume(returning: result) }
    }

    /// Ends what is under way, and leaves the session.
    func shutDown() {
        isShutDown = true
        epoch += 1
        for login in logins { endLogin(login.number, .failure(.cancelled)) }
        for key in slots.keys {
            endRefresh(key, .failure(.cancelled))
            slots[key]?.failure?.timer?.cancel()
        }
        states.finish()
    }

    /// Ends the session because a request was refused even with a token that had just
    /// been renewed; does nothing if there is a newer one.
    func endSession(refused generation: Int, forKey key: SessionTokenKey) {
        guard let slot = slots[slotKey(key)], slot.token != nil, slot.generation == generation
        else { return }
        wipe(.expired(.refused), waiters: .unauthorized)
    }

    /// Takes the server's word that a session is over; does nothing if it is another one.
    func noteSessionEnd(_ end: PushedSessionEnd, token: String, forKey key: SessionTokenKey) {
        let key = slotKey(key)
        guard let slot = slots[key], slot.token == token else { return }
        switch end {
        case .expired: slots[key]?.refusedGeneration = slot.generation
        case .loggedOut: wipe(.expired(.loggedOutElsewhere), waiters: .unauthorized)
        case .kicked: wipe(.expired(.kicked), waiters: .unauthorized)
        }
    }
}

extension SessionCoordinator.Slot {
    /// The token for readers, who are not concerned with one that is still to be got.
    fileprivate var shownToken: String? { token == "" ? nil : token }
}

/// What renewing a session has brought.
struct RenewedSession: Sendable {
    let token: String
    /// Those that came with it, by their keys.
    var others: [SessionTokenKey: String] = [:]
}

/// Why a server says that it has ended a session.
enum PushedSessionEnd: Int, Sendable {
    case expired = 1
    case loggedOut = 2
    case kicked = 3
}
