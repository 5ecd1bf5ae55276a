import OddsClient

extension WebSocketClient {
    /// Connects, or fails with the first attempt: somebody who mistyped an address waits
    /// for the answer, while the client of an app goes on trying.
    package nonisolated func connectOnce() async throws(ClientError) {
        let states = await states()
        let failure = Task { await disconnectAtFailure(states) }
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
    private nonisolated func disconnectAtFailure(
        _ states: AsyncStream<ConnectionState>
    ) async -> ClientError? {
        for await state in states {
            guard case .waiting(_, let error) = state else { continue }
            await disconnect()
            return error
        }
        return nil
    }
}
