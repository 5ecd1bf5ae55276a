/// Follows the cashout value of a bet, as long as the bet is open and the session lives.
final class EveryMatrixCashoutStream: Sendable {
    private let provider: EveryMatrixBettingProvider
    private let betID: String
    private let mailbox: SubscriptionMailbox<BetCashoutValue>

    init(
        _ provider: EveryMatrixBettingProvider, betID: String,
        _ mailbox: SubscriptionMailbox<BetCashoutValue>
    ) {
        self.provider = provider
        self.betID = betID
        self.mailbox = mailbox
    }

    private enum Input: Sendable {
        case piece([UInt8])
        case end
    }

    /// Runs until the bet or the session is over, or the task is cancelled.
    ///
    /// - Throws: `userSessionNotFound` if there is no session in the first place,
    ///   `cashout(.noCurrentOdds)` if the bet is not open then; else what ended the session.
    func run() async throws(ServiceProviderError) {
        let user = try await provider.user()
        var (attempt, hasBeenOpen) = (0, false)
        while !Task.isCancelled {
            do throws(ServiceProviderError) {
                let pieces = try await provider.open(
                    .getCashoutValues(betId: betID), ofUser: user)
                hasBeenOpen = true
                await follow(pieces) { attempt = 0 }
            } catch {
                guard error.mayPass else {
                    mailbox.disconnect()
                    // The server has closed the stream because the bet is over.
                    if hasBeenOpen, case .cashout = error { return }
                    throw error
                }
            }
            mailbox.disconnect()
            guard await provider.coordinator.userID == user else { return }
            attempt += 1
            let delay = provider.random.delay(provider.configuration.backoff, before: attempt)
            do { try await provider.configuration.clock.sleep(for: delay) } catch { return }
        }
    }

    /// Follows one stream to its end, or until it is silent for too long.
    ///
    /// - Parameter connected: Called once there is a value.
    private func follow(
        _ pieces: AsyncThrowingStream<[UInt8], any Error>, connected: () -> Void
    ) async {
        let (inputs, continuation) = AsyncStream.makeStream(of: Input.self)
        let reader = Task {
            do {
                for try await piece in pieces { continuation.yield(.piece(piece)) }
            } catch {
                // An end like any other: the stream is opened again.
            }
            continuation.yield(.end)
        }
        defer { reader.cancel() }
        var parser = EventStreamParser()
        var isConnected = false
        var silence = watch(continuation)
        defer { silence.cancel() }
        for await input in inputs {
            guard case .piece(let bytes) = input else { return }
            silence.cancel()
            silence = watch(continuation)
            for event in parser.take(bytes) {
                guard let value = value(event) else { continue }
                if isConnected {
                    mailbox.update(value)
                } else {
                    isConnected = true
                    connected()
                    mailbox.connect(value)
                }
            }
        }
    }

    /// Ends the stream after a silence.
    private func watch(_ inputs: AsyncStream<Input>.Continuation) -> Task<Void, Never> {
        Task { [configuration = provider.configuration] in
            let limit = configuration.network.streamSilenceMax
            do { try await configuration.clock.sleep(for: limit) } catch { return }
            inputs.yield(.end)
        }
    }

    /// The value that an event has; `nil` for one that cannot be read, is of another type,
    /// or of another bet.
    private func value(_ data: [UInt8]) -> BetCashoutValue? {
        let message = try? WireDecoder.decode(EveryMatrix.CashoutMessage.self, from: data)
        guard let value = message.flatMap(EveryMatrixModelMapper.cashoutValue),
            value.betID == betID
        else { return nil }
        return value
    }
}
