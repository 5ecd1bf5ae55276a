import NIOConcurrencyHelpers

extension FeedConnection {
    /// What the lists show of something.
    func follow<Value: Sendable>(
        _ values: @escaping @Sendable () async -> AsyncStream<Value?>
    ) -> Subscription<Value?> {
        Subscription { [self] mailbox throws(ServiceProviderError) in
            let follower = FeedListFollower(mailbox)
            await withTaskGroup { group in
                group.addTask {
                    for await value in await values() { follower.note(value) }
                }
                group.addTask { [self] in
                    for await state in states {
                        follower.note(isConnected: state == .connected)
                        if isStopped { return }
                    }
                }
                await group.next()
                group.cancelAll()
            }
            if isStopped { throw .cancelled }
        }
    }
}

/// Joins what lists show with whether it is current, for one mailbox.
private final class FeedListFollower<Value: Sendable>: Sendable {
    private struct State {
        var isConnected = false
        var value: Value??
    }

    private let mailbox: SubscriptionMailbox<Value?>
    private let state = NIOLockedValueBox(State())

    init(_ mailbox: SubscriptionMailbox<Value?>) { self.mailbox = mailbox }

    func note(_ value: Value?) {
        state.withLockedValue { state in
            let isFirst = state.value == nil
            state.value = .some(value)
            guard state.isConnected else { return }
            if isFirst { mailbox.connect(value) } else { mailbox.update(value) }
        }
    }

    func note(isConnected: Bool) {
        state.withLockedValue { state in
            guard state.isConnected != isConnected else { return }
            state.isConnected = isConnected
            guard let value = state.value else { return }
            if isConnected { mailbox.connect(value) } else { mailbox.disconnect() }
        }
    }
}
