import OddsClientTesting
import Testing

@testable import ServicesProvider

/// Platform contract, section 6.
@Suite(.timeLimit(.minutes(5))) struct SessionCoordinatorTests {
    private let clock = ManualClock()
    private let key = SessionTokenKey.playerSessionToken

    private func makeCoordinator(
        _ stored: StoredSession? = nil, store: MemoryTokenStore? = nil
    ) -> SessionCoordinator {
        var configuration = SessionCoordinator.Configuration()
        configuration.clock = clock
        return SessionCoordinator(
            configuration: configuration, store: store ?? MemoryTokenStore(stored),
            sharing: [[.playerSessionToken, .oddsMatrixSessionToken]])
    }

    private var storedSession: StoredSession {
        StoredSession(
            token: "t0", credentials: Credentials(username: "ana", password: "secret"),
            userID: "1")
    }

    private func error(
        _ body: () async throws(ServiceProviderError) -> some Any
    ) async -> ServiceProviderError? {
        do {
            _ = try await body()
            return nil
        } catch { return error }
    }

    /// Waits for a state of a sequence.
    private func state(
        _ coordinator: SessionCoordinator, _ wanted: UserSessionState
    ) async -> Bool {
        for await state in coordinator.sessionStates where state == wanted { return true }
        return false
    }

    @Test func generationGrowsWithEachToken() async throws {
        let coordinator = makeCoordinator()
        #expect(await coordinator.current(forKey: key) == nil)
        await coordinator.saveToken("a", withKey: key)
        let first = try #require(await coordinator.current(forKey: key))
        // A token that is equal is a new one all the same.
        await coordinator.saveToken("a", withKey: key)
        let second = try #require(await coordinator.current(forKey: key))
        #expect(second.generation > first.generation)
        await coordinator.clearToken(withKey: key)
        await coordinator.saveToken("b", withKey: key)
        let third = try #require(await coordinator.current(forKey: key))
        #expect(third.generation > second.generation)
    }

    @Test func tokenSavedBeforeAnybodyAskedIsKept() async {
        let coordinator = makeCoordinator()
        var early = await coordinator.token(forKey: key).makeAsyncIterator()
        #expect(await early.next() == .some(nil))
        await coordinator.saveToken("a", withKey: key)
        #expect(await early.next() == "a")
        var late = await coordinator.token(forKey: key).makeAsyncIterator()
        #expect(await late.next() == "a")
        await coordinator.clearToken(withKey: key)
        #expect(await late.next() == .some(nil))
    }

    @Test func keysOfOneSessionShareTokenGenerationAndRefresh() async throws {
        let coordinator = makeCoordinator()
        await coordinator.saveToken("a", withKey: .playerSessionToken)
        #expect(
            await coordinator.current(forKey: .oddsMatrixSessionToken)
                == coordinator.current(forKey: .playerSessionToken))
        await coordinator.registerUpdater({ "b" }, forKey: .oddsMatrixSessionToken)
        #expect(try await coordinator.forceTokenRefresh(forKey: .playerSessionToken) == "b")
        await coordinator.registerUpdater({ "c" }, forKey: .playerSessionToken)
        #expect(try await coordinator.forceTokenRefresh(forKey: .oddsMatrixSessionToken) == "c")
    }

    @Test func keyWithoutUpdaterIsUnauthorized() async {
        let coordinator = makeCoordinator()
        #expect(
            await error { () async throws(ServiceProviderError) in
                try await coordinator.forceTokenRefresh(forKey: key)
            } == .userSessionNotFound)
        await coordinator.saveToken("a", withKey: key)
        #expect(
            await error { () async throws(ServiceProviderError) in
                try await coordinator.forceTokenRefresh(forKey: key)
            } == .unauthorized)
    }

    @Test func thousandRefusedRequestsMakeOneRefresh() async {
        let coordinator = makeCoordinator(storedSession)
        let gate = Gate<String>()
        await coordinator.registerUpdater({ await gate.pass() }, forKey: key)
        let tokens = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<1_000 {
                group.addTask {
                    try? await coordinator.forceTokenRefresh(forKey: key, refused: 1).value
                }
            }
            await gate.arrivals(1)
            gate.open("t1")
            return await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(tokens == ["t1"])
        #expect(gate.count == 1)
    }

    /// P2.
    @Test func lateRefusalOfAnOlderTokenMakesNoRefresh() async throws {
        let coordinator = makeCoordinator(storedSession)
        let gate = Gate<String>()
        await coordinator.registerUpdater({ await gate.pass() }, forKey: key)
        async let first = coordinator.forceTokenRefresh(forKey: key, refused: 1)
        await gate.arrivals(1)
        gate.open("t1")
        #expect(try await first.value == "t1")
        let late = try await coordinator.forceTokenRefresh(forKey: key, refused: 1)
        #expect(late.value == "t1")
        #expect(gate.count == 1)
    }

    @Test func refusedCredentialsEndTheSession() async {
        let errors: [ServiceProviderError] = [
            .invalidEmailPassword, .failedTempLock(date: ""),
            .errorDetailedMessage(key: "GmErr_USER_ACCOUNT_BLOCKED", message: ""),
        ]
        for failure in errors {
            let store = MemoryTokenStore(storedSession)
            let coordinator = makeCoordinator(store: store)
            let gate = Gate<Void>()
            await coordinator.registerUpdater(
                { () async throws(ServiceProviderError) in
                    await gate.pass()
                    throw failure
                }, forKey: key)
            let found = await withTaskGroup(of: ServiceProviderError?.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        await error { () async throws(ServiceProviderError) in
                            try await coordinator.forceTokenRefresh(forKey: key, refused: 1)
                        }
                    }
                }
                await gate.arrivals(1)
                gate.open()
                return await group.reduce(into: Set()) { $0.insert($1) }
            }
            // Those who came after the end find no session.
            #expect(found.isSubset(of: [.unauthorized, .userSessionNotFound]))
            #expect(found.contains(.unauthorized))
            #expect(gate.count == 1)
            #expect(coordinator.states.latest == .expired(.credentialsRefused(failure)))
            #expect(store.load() == nil)
            #expect(await coordinator.credentials == nil)
            #expect(await coordinator.current(forKey: key) == nil)
        }
    }

    @Test func anotherFailureLeavesTheSession() async {
        for failure: ServiceProviderError in [
            .noNetworkConnection, .internalServerError, .unauthorized,
            .errorDetailedMessage(key: "GmErr_UNEXPECTED_EXCEPTION", message: ""),
        ] {
            let coordinator = makeCoordinator(storedSession)
            await coordinator.registerUpdater(
                { () async throws(ServiceProviderError) in throw failure }, forKey: key)
            #expect(
                await error { () async throws(ServiceProviderError) in
                    try await coordinator.forceTokenRefresh(forKey: key, refused: 1)
                } == failure)
            #expect(coordinator.states.latest == .logged(userID: "1"))
            #expect(await coordinator.current(forKey: key)?.value == "t0")
            await coordinator.shutDown()
        }
    }

    /// P3.
    @Test func lateAnswerOfARefreshAfterALogoutIsThrownAway() async {
        let store = MemoryTokenStore(storedSession)
        let coordinator = makeCoordinator(store: store)
        let gate = Gate<String>()
        await coordinator.registerUpdater({ await gate.pass() }, forKey: key)
        async let waiter = error { () async throws(ServiceProviderError) in
            try await coordinator.forceTokenRefresh(forKey: key, refused: 1)
        }
        await gate.arrivals(1)
        let session = await coordinator.logout(forKey: key)
        #expect(session?.token == "t0")
        #expect(session?.userID == "1")
        #expect(await waiter == .userSessionNotFound)
        gate.open("t1")
        // The updater's task ends after the gate; a new refresh would need a token.
        #expect(
            await error { () async throws(ServiceProviderError) in
                try await coordinator.forceTokenRefresh(forKey: key)
            } == .userSessionNotFound)
        #expect(coordinator.states.latest == .anonymous)
        #expect(await coordinator.current(forKey: key) == nil)
        #expect(store.load() == nil)
    }

    @Test func oneWaitersCancellationEndsItsWaitingOnly() async throws {
        let coordinator = makeCoordinator(storedSession)
        let gate = Gate<String>()
        await coordinator.registerUpdater({ await gate.pass() }, forKey: key)
        let kept = Task { try await coordinator.forceTokenRefresh(forKey: key, refused: 1).value }
        await gate.arrivals(1)
        let cancelled = Task {
            await error { () async throws(ServiceProviderError) in
                try await coordinator.forceTokenRefresh(forKey: key, refused: 1)
            }
        }
        cancelled.cancel()
        #expect(await cancelled.value == .cancelled)
        gate.open("t1")
        #expect(try await kept.value == "t1")
    }

    @Test func refreshThatNobodyWaitsForIsCancelled() async {
        let coordinator = makeCoordinator(storedSession)
        let (cancellations, continuation) = AsyncStream.makeStream(of: Void.self)
        let gate = Gate<Void>()
        await coordinator.registerUpdater(
            { () async throws(ServiceProviderError) in
                await withTaskCancellationHandler {
                    await gate.pass()
                } onCancel: {
                    continuation.yield()
                    gate.open()
                }
                throw .cancelled
            }, forKey: key)
        let waiter = Task {
            await error { () async throws(ServiceProviderError) in
                try await coordinator.forceTokenRefresh(forKey: key, refused: 1)
            }
        }
        await gate.arrivals(1)
        waiter.cancel()
        #expect(await waiter.value == .cancelled)
        for await _ in cancellations { break }
        #expect(coordinator.states.latest == .logged(userID: "1"))
    }

    @Test func refreshHasALimitOfTenSeconds() async {
        let coordinator = makeCoordinator(storedSession)
        let gate = Gate<String>()
        await coordinator.registerUpdater(
            {
                await withTaskCancellationHandler {
                    await gate.pass()
                } onCancel: {
                    gate.open("late")
                }
            }, forKey: key)
        async let waiter = error { () async throws(ServiceProviderError) in
            try await coordinator.forceTokenRefresh(forKey: key, refused: 1)
        }
        await gate.arrivals(1)
        while clock.sleeperCount == 0 { await Task.yield() }
        clock.advance(by: .milliseconds(9_999))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        #expect(await waiter == .timedOut)
        #expect(await coordinator.current(forKey: key)?.value == "t0")
        await coordinator.shutDown()
    }

    @Test func noRefreshBeginsBeforeThePauseIsOver() async {
        let coordinator = makeCoordinator(storedSession)
        let gate = Gate<Void>()
        await coordinator.registerUpdater(
            { () async throws(ServiceProviderError) in
                await gate.pass()
                throw .internalServerError
            }, forKey: key)
        func refresh() async -> ServiceProviderError? {
            await error { () async throws(ServiceProviderError) in
                try await coordinator.forceTokenRefresh(forKey: key, refused: 1)
            }
        }
        async let first = refresh()
        await gate.arrivals(1)
        gate.open()
        #expect(await first == .internalServerError)
        // Within the pause: the last error, and no request.
        for _ in 0..<5 { #expect(await refresh() == .internalServerError) }
        #expect(gate.count == 1)
        while clock.sleeperCount == 0 { await Task.yield() }
        clock.advance(by: .seconds(3_600))
        while await coordinator.slots[key]?.failure?.isOver == false { await Task.yield() }
        // No timer starts the next one: the first request after the pause does.
        #expect(gate.count == 1)
        async let second = refresh()
        await gate.arrivals(2)
        gate.open()
        #expect(await second == .internalServerError)
        await coordinator.shutDown()
    }

    @Test func pushedExpiryMarksTheTokenAsRefused() async throws {
        let coordinator = makeCoordinator(storedSession)
        await coordinator.noteSessionEnd(.expired, token: "another", forKey: key)
        #expect(await coordinator.current(forKey: key)?.isRefused == false)
        await coordinator.noteSessionEnd(.expired, token: "t0", forKey: key)
        #expect(await coordinator.current(forKey: key)?.isRefused == true)
        #expect(coordinator.states.latest == .logged(userID: "1"))
        await coordinator.registerUpdater({ "t1" }, forKey: key)
        _ = try await coordinator.forceTokenRefresh(forKey: key, refused: 1)
        #expect(await coordinator.current(forKey: key)?.isRefused == false)
    }

    @Test(arguments: [
        (PushedSessionEnd.loggedOut, SessionEndReason.loggedOutElsewhere),
        (.kicked, .kicked),
    ]) func pushedLogoutAndKickEndTheSessionWithoutAnAttempt(
        _ end: PushedSessionEnd, _ reason: SessionEndReason
    ) async {
        let coordinator = makeCoordinator(storedSession)
        let gate = Gate<String>()
        await coordinator.registerUpdater({ await gate.pass() }, forKey: key)
        await coordinator.noteSessionEnd(end, token: "another", forKey: key)
        #expect(coordinator.states.latest == .logged(userID: "1"))
        await coordinator.noteSessionEnd(end, token: "t0", forKey: key)
        #expect(coordinator.states.latest == .expired(reason))
        #expect(gate.count == 0)
    }

    @Test func secondRefusalEndsTheSessionUnlessThereIsANewerToken() async {
        let coordinator = makeCoordinator(storedSession)
        await coordinator.saveToken("t1", withKey: key)
        await coordinator.endSession(refused: 1, forKey: key)
        #expect(coordinator.states.latest == .logged(userID: "1"))
        await coordinator.endSession(refused: 2, forKey: key)
        #expect(coordinator.states.latest == .expired(.refused))
    }

    @Test func sessionFoundInTheStoreStartsAsLogged() async {
        let coordinator = makeCoordinator(storedSession)
        #expect(await state(coordinator, .logged(userID: "1")))
        #expect(await coordinator.current(forKey: key)?.value == "t0")
        #expect(await coordinator.userID == "1")
        #expect(makeCoordinator().states.latest == .anonymous)
    }
}
