/// Content of the player who is logged in, from a stream that is opened again whenever it
/// ends, as long as the session lives.
struct ReopeningStream<Content: Sendable>: Sendable {
    let coordinator: SessionCoordinator
    let mailbox: SubscriptionMailbox<Content>

    /// Runs until the session is over, or the task is cancelled.
    ///
    /// - Parameter follow: Opens the player's stream and follows it to its end. It publishes
    ///   the content once that is current, and each change of it.
    /// - Throws: `userSessionNotFound` if there is no session in the first place, `cancelled`
    ///   if the connection ends, else what ended the session.
    func run(
        _ follow: (
            _ user: String, _ publish: (Content) -> Void
        ) async throws(ServiceProviderError) -> Void
    ) async throws(ServiceProviderError) {
        let user = try await coordinator.loggedInUser()
        var attempt = 0
        repeat {
            do throws(ServiceProviderError) {
                defer { mailbox.disconnect() }
                var isConnected = false
                try await follow(user) { content in
                    if isConnected {
                        mailbox.update(content)
                    } else {
                        (isConnected, attempt) = (true, 0)
                        mailbox.connect(content)
                    }
                }
            } catch {
                guard error.mayPass else { throw error }
            }
            attempt += 1
        } while try await coordinator.pause(before: attempt, ofUser: user)
    }
}

extension SessionCoordinator {
    /// Waits before an attempt, at most until a player is logged out or the connection ends.
    ///
    /// - Returns: Whether the player is still logged in.
    /// - Throws: `cancelled` if the connection has ended, or the task is cancelled.
    fileprivate func pause(
        before attempt: Int, ofUser user: String
    ) async throws(ServiceProviderError) -> Bool {
        let delay = configuration.backoff.delay(before: attempt, using: &random)
        await withTaskGroup { group in
            group.addTask { [clock = configuration.clock] in try? await clock.sleep(for: delay) }
            group.addTask { [sessionStates] in
                for await state in sessionStates where state != .logged(userID: user) { return }
            }
            await group.next()
            group.cancelAll()
        }
        guard !isShutDown, !Task.isCancelled else { throw .cancelled }
        return userID == user
    }
}
