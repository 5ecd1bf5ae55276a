import OddsClientTesting
import Testing

@testable import ServicesProvider

/// Platform contract, section 6: logins.
@Suite(.timeLimit(.minutes(5))) struct LoginTests {
    private typealias Answer = Result<LoginOutcome<String>, ServiceProviderError>
    private let key = SessionTokenKey.playerSessionToken
    private let store = MemoryTokenStore()

    private func makeCoordinator() -> SessionCoordinator {
        var configuration = SessionCoordinator.Configuration()
        configuration.clock = ManualClock()
        return SessionCoordinator(configuration: configuration, store: store)
    }

    private func login(
        _ coordinator: SessionCoordinator, _ gate: Gate<Answer>, _ name: String
    ) async -> Result<String, ServiceProviderError> {
        do throws(ServiceProviderError) {
            return .success(
                try await coordinator.login(
                    Credentials(username: name, password: "secret"), key: key
                ) { () async throws(ServiceProviderError) in try await gate.pass().get() })
        } catch { return .failure(error) }
    }

    private func success(_ token: String, _ user: String) -> Answer {
        .success(LoginOutcome(token: token, userID: user, profile: "profile of \(user)"))
    }

    /// Logs in as a player.
    private func logIn(
        _ coordinator: SessionCoordinator, _ token: String, _ user: String
    ) async -> Result<String, ServiceProviderError> {
        let gate = Gate<Answer>()
        async let login = login(coordinator, gate, "player \(user)")
        await gate.arrivals(1)
        gate.open(success(token, user))
        return await login
    }

    @Test func loginStoresTokenCredentialsAndPlayer() async {
        let coordinator = makeCoordinator()
        #expect(await logIn(coordinator, "a", "1") == .success("profile of 1"))
        #expect(
            store.load()
                == StoredSession(
                    token: "a",
                    credentials: Credentials(username: "player 1", password: "secret"),
                    userID: "1"))
        #expect(coordinator.states.latest == .logged(userID: "1"))
    }

    @Test func failedLoginChangesNothing() async {
        let coordinator = makeCoordinator()
        _ = await logIn(coordinator, "a", "1")
        let gate = Gate<Answer>()
        async let second = login(coordinator, gate, "player 2")
        await gate.arrivals(1)
        gate.open(.failure(.invalidEmailPassword))
        #expect(await second == .failure(.invalidEmailPassword))
        #expect(await coordinator.current(forKey: key)?.value == "a")
        #expect(store.load()?.credentials.username == "player 1")
        #expect(coordinator.states.latest == .logged(userID: "1"))
    }

    @Test func loginsRunOneAfterTheOther() async {
        let coordinator = makeCoordinator()
        let (first, second) = (Gate<Answer>(), Gate<Answer>())
        async let one = login(coordinator, first, "player 1")
        await first.arrivals(1)
        async let two = login(coordinator, second, "player 2")
        while await coordinator.logins.count < 2 { await Task.yield() }
        #expect(second.count == 0)
        first.open(success("a", "1"))
        #expect(await one == .success("profile of 1"))
        await second.arrivals(1)
        second.open(success("b", "2"))
        #expect(await two == .success("profile of 2"))
        #expect(await coordinator.current(forKey: key)?.value == "b")
    }

    @Test func logoutThrowsALoginAway() async {
        let coordinator = makeCoordinator()
        let gate = Gate<Answer>()
        async let login = login(coordinator, gate, "player 1")
        await gate.arrivals(1)
        _ = await coordinator.logout(forKey: key)
        #expect(await login == .failure(.userSessionNotFound))
        gate.open(success("a", "1"))
        // The next login waits for the task of the one before, if it were still in the way.
        #expect(await logIn(coordinator, "b", "2") == .success("profile of 2"))
        #expect(await coordinator.current(forKey: key)?.value == "b")
        #expect(store.load()?.userID == "2")
    }

    @Test func cancelledLoginChangesNothing() async {
        let coordinator = makeCoordinator()
        let gate = Gate<Answer>()
        let task = Task { await login(coordinator, gate, "player 1") }
        await gate.arrivals(1)
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
        gate.open(success("a", "1"))
        #expect(await logIn(coordinator, "b", "2") == .success("profile of 2"))
        #expect(store.load()?.userID == "2")
    }

    @Test func requestsOfTheSamePlayersOldSessionUseTheNewOne() async throws {
        let coordinator = makeCoordinator()
        _ = await logIn(coordinator, "a", "1")
        let gate = Gate<String>()
        await coordinator.registerUpdater({ await gate.pass() }, forKey: key)
        let old = try #require(await coordinator.current(forKey: key))
        let waiting = Task {
            try await coordinator.forceTokenRefresh(forKey: key, refused: old.generation).value
        }
        await gate.arrivals(1)
        _ = await logIn(coordinator, "b", "1")
        // Who waited for the refresh, and who is refused later.
        #expect(try await waiting.value == "b")
        #expect(
            try await coordinator.forceTokenRefresh(forKey: key, refused: old.generation).value
                == "b")
        gate.open("late")
        #expect(await coordinator.current(forKey: key)?.value == "b")
    }

    @Test func requestsOfAnotherPlayersOldSessionFindNone() async throws {
        let coordinator = makeCoordinator()
        _ = await logIn(coordinator, "a", "1")
        let gate = Gate<String>()
        await coordinator.registerUpdater({ await gate.pass() }, forKey: key)
        let old = try #require(await coordinator.current(forKey: key))
        let waiting = Task { () -> ServiceProviderError? in
            do throws(ServiceProviderError) {
                _ = try await coordinator.forceTokenRefresh(forKey: key, refused: old.generation)
                return nil
            } catch { return error }
        }
        await gate.arrivals(1)
        _ = await logIn(coordinator, "b", "2")
        #expect(await waiting.value == .userSessionNotFound)
        await #expect(throws: ServiceProviderError.userSessionNotFound) {
            _ = try await coordinator.forceTokenRefresh(forKey: key, refused: old.generation)
        }
        // A request that was made for one player is not sent for another.
        #expect(await coordinator.current(forKey: key, ofUser: "1") == nil)
        #expect(await coordinator.current(forKey: key, ofUser: "2")?.value == "b")
        gate.open("late")
    }
}
