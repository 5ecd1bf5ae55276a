// Renewing a session.
extension SessionCoordinator {
    /// Renews the current token, whether or not it was refused.
    ///
    /// - Returns: The new token.
    /// - Throws: `userSessionNotFound` without a token; `unauthorized` without an updater,
    ///   or if the credentials were refused; `timedOut`; `cancelled`; else the updater's
    ///   error.
    public func forceTokenRefresh(
        forKey key: SessionTokenKey
    ) async throws(ServiceProviderError) -> String {
        let generation = slots[slotKey(key)]?.generation ?? 0
        return try await forceTokenRefresh(forKey: key, refused: generation).value
    }

    /// Renews a token that a request was refused with, unless it has been renewed since.
    ///
    /// - Parameters:
    ///   - key: What the token is for.
    ///   - generation: That of the refused token.
    /// - Throws: As above; and `userSessionNotFound` if the token was another player's.
    public func forceTokenRefresh(
        forKey key: SessionTokenKey, refused generation: Int
    ) async throws(ServiceProviderError) -> SessionToken {
        let key = slotKey(key)
        guard slots[key]?.token != nil else { throw .userSessionNotFound }
        if let first = user?.firstGenerations[key], generation < first {
            throw .userSessionNotFound
        }
        let owner = user?.id
        if let current = current(forKey: key), current.generation > generation,
            !current.isRefused
        {
            return current
        }
        guard slots[key]?.updater != nil else { throw .unauthorized }
        if let failure = slots[key]?.failure, !failure.isOver, slots[key]?.refresh == nil {
            throw failure.error
        }
        switch await wait(key) {
        case .failure(let error): throw error
        case .success:
            guard user?.id == owner, let current = current(forKey: key) else {
                throw .userSessionNotFound
            }
            return current
        }
    }

    /// Waits for the refresh of a slot, which begins if none is under way.
    private func wait(_ key: SessionTokenKey) async -> Result<String, ServiceProviderError> {
        let number = nextNumber()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else {
                    continuation.resume(returning: .failure(.cancelled))
                    return
                }
                if slots[key]?.refresh == nil { begin(key) }
                slots[key]?.refresh?.waiters[number] = continuation
            }
        } onCancel: {
            Task { await self.stopWaiting(number, key) }
        }
    }

    private func stopWaiting(_ number: Int, _ key: SessionTokenKey) {
        guard let waiter = slots[key]?.refresh?.waiters.removeValue(forKey: number) else { return }
        waiter.resume(returning: .failure(.cancelled))
        if slots[key]?.refresh?.waiters.isEmpty == true {
            slots[key]?.refresh?.task.cancel()
            slots[key]?.refresh = nil
        }
    }

    private func begin(_ key: SessionTokenKey) {
        guard let updater = slots[key]?.updater else {
            preconditionFailure("a refresh needs an updater")
        }
        let number = nextNumber()
        let (limit, clock) = (configuration.refreshTimeLimit, configuration.clock)
        let task = Task {
            let result = await Deadline.run(limit, clock: clock, updater)
            finish(number, key, result)
        }
        let generation = slots[key]?.generation ?? 0
        slots[key]?.refresh = Refresh(
            number: number, generation: generation, task: task, waiters: [:])
    }

    private func finish(
        _ number: Int, _ key: SessionTokenKey,
        _ result: Result<RenewedSession, ServiceProviderError>
    ) {
        // Of a refresh that a logout, a login or its last waiter ended, nothing comes.
        guard let refresh = slots[key]?.refresh, refresh.number == number else { return }
        switch result {
        case .success(let session):
            for (key, token) in session.others { save(token, key) }
            // A token that came with another one is saved already.
            if slots[key]?.token != session.token
                || slots[key]?.generation == refresh.generation
            {
                save(session.token, key)
            }
            if !derived.contains(key) { storeSession(session.token) }
            endRefresh(key, .success(session.token))
        case .failure(let error) where error.refusesCredentials && !derived.contains(key):
            wipe(.expired(.credentialsRefused(error)), waiters: .unauthorized)
        case .failure(let error):
            pause(key, after: error)
            endRefresh(key, .failure(error))
        }
    }

    /// Lets no refresh begin for a while.
    private func pause(_ key: SessionTokenKey, after error: ServiceProviderError) {
        let count = (slots[key]?.failure?.count ?? 0) + 1
        let delay = configuration.backoff.delay(before: count, using: &random)
        let clock = configuration.clock
        slots[key]?.failure = Failure(
            error: error, count: count,
            timer: Task {
                do { try await clock.sleep(for: delay) } catch { return }
                endPause(key, count)
            })
    }

    private func endPause(_ key: SessionTokenKey, _ count: Int) {
        guard slots[key]?.failure?.count == count else { return }
        slots[key]?.failure?.isOver = true
    }

    /// Stores the session under its new token.
    func storeSession(_ token: String) {
        guard let credentials, let user else { return }
        store.save(StoredSession(token: token, credentials: credentials, userID: user.id))
    }
}

extension ServiceProviderError {
    /// Whether a login that failed like this would fail again: the session is over.
    fileprivate var refusesCredentials: Bool {
        switch self {
        case .invalidEmailPassword, .failedTempLock, .quickSignUpIncomplete: true
        case .errorDetailedMessage(let key, _):
            key.hasPrefix("FAIL_")
                || key.hasPrefix("GmErr_") && key != "GmErr_UNEXPECTED_EXCEPTION"
        default: false
        }
    }
}
