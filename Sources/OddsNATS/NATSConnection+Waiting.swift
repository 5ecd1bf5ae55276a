extension NATSConnection {
    private static let pause = Duration.milliseconds(200)

    /// Does something that a program needs before it can begin, as soon as NATS and JetStream
    /// are there, within the wait of the configuration, which began with the connection.
    ///
    /// - Parameters:
    ///   - isWaiting: Called once if it has to wait, with what for.
    ///   - body: May be called several times.
    /// - Throws: `NATSError`: `unusable` and `notClustered` where waiting cannot help, also for a
    ///   server without JetStream; `closed` once the connection is; the last error once the wait is
    ///   over or the task is cancelled.
    package func whenAvailable<Value: Sendable>(
        isWaiting: @Sendable (String) -> Void = { _ in },
        _ body: @Sendable () async throws(NATSError) -> Value
    ) async throws(NATSError) -> Value {
        var hasSaid = false
        var silentSince: ContinuousClock.Instant?
        while true {
            let failure: NATSError
            do {
                return try await body()
            } catch {
                failure = error
            }
            switch failure.kind {
            case .noResponders:
                let since = silentSince ?? .now
                silentSince = since
                guard ContinuousClock.now - since < respondersLimit else {
                    throw NATSError(
                        .unusable,
                        """
                        \(failure) for \(respondersLimit): start nats-server with \
                        JetStream (-js)
                        """)
                }
            case .unavailable, .timedOut: silentSince = nil
            case .unusable, .closed, .notClustered: throw failure
            }
            let isOver = waitsUntil.map { ContinuousClock.now >= $0 } ?? false
            guard !isOver, !Task.isCancelled else { throw failure }
            if !hasSaid { isWaiting(failure.description) }
            hasSaid = true
            try? await Task.sleep(for: Self.pause)
        }
    }
}
