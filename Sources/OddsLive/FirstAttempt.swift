import OddsClient

/// Connects, or fails with the first attempt: somebody who mistyped an address waits for
/// the answer, while the client of an app goes on trying.
private enum FirstAttempt {
    static func connect(
        _ states: AsyncStream<ConnectionState>,
        connect: () async throws(ClientError) -> Void,
        disconnect: @escaping @Sendable () async -> Void
    ) async throws(ClientError) {
        let failure = Task { await disconnectAtFailure(states, disconnect) }
        defer { failure.cancel() }
        do throws(ClientError) {
            try await connect()
        } catch {
            failure.cancel()
            let first = await failure.value
            throw first ?? error
        }
    }

    /// Why an attempt failed; `nil` if it is cancelled before one does.
    private static func disconnectAtFailure(
        _ states: AsyncStream<ConnectionState>, _ disconnect: @Sendable () async -> Void
    ) async -> ClientError? {
        for await state in states {
            guard case .waiting(_, let error) = state else { continue }
            await disconnect()
            return error
        }
        return nil
    }
}

extension WebSocketClient {
    /// Connects, or fails with the first attempt.
    package nonisolated func connectOnce() async throws(ClientError) {
        try await FirstAttempt.connect(await states()) { () throws(ClientError) in
            try await connect()
        } disconnect: {
            await self.disconnect()
        }
    }
}

extension SportRadarSocketClient {
    /// Connects, or fails with the first attempt.
    package nonisolated func connectOnce() async throws(ClientError) {
        try await FirstAttempt.connect(await states()) { () throws(ClientError) in
            try await connect()
        } disconnect: {
            await self.disconnect()
        }
    }
}
