import NIOConcurrencyHelpers

/// What a login has found.
struct LoginOutcome<Profile: Sendable>: Sendable {
    let token: String
    /// The tokens that came with it, by their keys.
    var others: [SessionTokenKey: String] = [:]
    let userID: String
    let profile: Profile
}

// Logging in and out.
extension SessionCoordinator {
    /// Logs in, after the logins that were asked for before. If it succeeds, the new
    /// session replaces the old one; if not, nothing changes.
    ///
    /// - Parameter perform: Asks the server. It is cancelled by a logout.
    /// - Throws: `userSessionNotFound` if a logout came before the end; `cancelled`; else
    ///   the error of `perform`.
    func login<Profile: Sendable>(
        _ credentials: Credentials, key: SessionTokenKey,
        perform: @escaping @Sendable () async throws(ServiceProviderError) -> LoginOutcome<Profile>
    ) async throws(ServiceProviderError) -> Profile {
        let number = nextNumber()
        let epoch = epoch
        let before = logins.last?.login.task
        let profile = ResultBox<Profile>()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let task = Task {
                    await before?.value
                    guard !Task.isCancelled else { return }
                    do throws(ServiceProviderError) {
                        let outcome = try await perform()
                        profile.value = outcome.profile
                        let session = RenewedSession(
                            token: outcome.token, others: outcome.others)
                        install(session, outcome.userID, credentials, key, epoch, number)
                    } catch {
                        endLogin(number, .failure(error))
                    }
                }
                logins.append((number, PendingLogin(task: task, waiter: continuation)))
                if Task.isCancelled { endLogin(number, .failure(.cancelled)) }
            }
        } onCancel: {
            Task { await self.endLogin(number, .failure(.cancelled)) }
        }
        _ = try result.get()
        guard let value = profile.value else { throw .invalidResponse }
        return value
    }

    private func install(
        _ session: RenewedSession, _ userID: String, _ credentials: Credentials,
        _ key: SessionTokenKey, _ epoch: Int, _ number: Int
    ) {
        guard epoch == self.epoch, logins.contains(where: { $0.number == number }) else { return }
        let key = slotKey(key)
        let isSameUser = user?.id == userID
        var tokens = session.others
        tokens[key] = session.token
        for (key, token) in tokens { save(token, key) }
        self.credentials = credentials
        if !isSameUser {
            user = (userID, slots.filter { tokens[$0.key] != nil }.mapValues(\.generation))
        }
        storeSession(session.token)
        // Those who wait for the old session use the new one if it is the same player's.
        for (key, token) in tokens {
            endRefresh(key, isSameUser ? .success(token) : .failure(.userSessionNotFound))
        }
        states.send(.logged(userID: userID))
        endLogin(number, .success(session.token))
    }

    func endLogin(_ number: Int, _ result: Result<String, ServiceProviderError>) {
        guard let index = logins.firstIndex(where: { $0.number == number }) else { return }
        let login = logins.remove(at: index).login
        if case .failure = result { login.task.cancel() }
        login.waiter.resume(returning: result)
    }

    /// Notes that a player has a new password, with which the session is renewed from now on.
    func replacePassword(_ password: String, ofUser user: String, key: SessionTokenKey) {
        guard self.user?.id == user, let old = credentials else { return }
        credentials = Credentials(username: old.username, password: password)
        if let token = current(forKey: key) { storeSession(token.value) }
    }

    /// Forgets the session, and ends logins and refreshes that are under way.
    ///
    /// - Returns: The session's token and player, for the server; `nil` without one.
    func logout(forKey key: SessionTokenKey) -> (token: String, userID: String)? {
        epoch += 1
        let session = current(forKey: key).flatMap { token in
            user.map { (token.value, $0.id) }
        }
        for login in logins { endLogin(login.number, .failure(.userSessionNotFound)) }
        wipe(.anonymous, waiters: .userSessionNotFound)
        return session
    }
}

/// Carries a value out of a task that has ended by the time that it is read.
private final class ResultBox<Value: Sendable>: Sendable {
    private let box = NIOLockedValueBox<Value?>(nil)

    var value: Value? {
        get { box.withLockedValue { $0 } }
        set { box.withLockedValue { $0 = newValue } }
    }
}
