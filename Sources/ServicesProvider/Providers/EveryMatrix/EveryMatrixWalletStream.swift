import Foundation

/// Keeps a player's wallet current by the stream of the player's events, as long as the
/// session lives.
final class EveryMatrixWalletStream: Sendable {
    private let manager: EveryMatrixPrivilegedAccessManager
    private let mailbox: SubscriptionMailbox<UserWallet>

    init(
        _ manager: EveryMatrixPrivilegedAccessManager,
        _ mailbox: SubscriptionMailbox<UserWallet>
    ) {
        self.manager = manager
        self.mailbox = mailbox
    }

    /// What happens to a wallet.
    private enum Input: Sendable {
        case piece([UInt8])
        case balance(Result<UserWallet, ServiceProviderError>, askedAt: Date)
        case silence
        case end
    }

    /// Runs until the session is over, or the task is cancelled.
    ///
    /// - Throws: `userSessionNotFound` if there is no session in the first place, else what
    ///   ended the session.
    func run() async throws(ServiceProviderError) {
        guard let user = await manager.coordinator.userID else { throw .userSessionNotFound }
        var attempt = 0
        while !Task.isCancelled {
            do throws(ServiceProviderError) {
                try await follow(user) { attempt = 0 }
            } catch {
                guard error.mayPass else {
                    mailbox.disconnect()
                    throw error
                }
            }
            mailbox.disconnect()
            guard await manager.coordinator.userID == user else { return }
            attempt += 1
            let delay = manager.random.delay(manager.configuration.backoff, before: attempt)
            do { try await manager.configuration.clock.sleep(for: delay) } catch { return }
        }
    }

    /// Follows one stream to its end.
    ///
    /// - Parameter connected: Called once the wallet is current.
    private func follow(
        _ user: String, connected: () -> Void
    ) async throws(ServiceProviderError) {
        let pieces = try await manager.network.open(
            try manager.endpoint(.getUpdates(userId: user), ofUser: user))
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
        var tracker = WalletTracker()
        var parser = EventStreamParser()
        var isConnected = false
        var asking: Task<Void, Never>? = ask(continuation)
        var silence = watch(continuation)
        defer {
            silence.cancel()
            // At the end of the stream the request goes on: it may be renewing the session
            // that the next attempt needs.
            if Task.isCancelled { asking?.cancel() }
        }
        for await input in inputs {
            var steps: [WalletTracker.Step] = []
            switch input {
            case .silence, .end: return
            case .balance(let result, let date):
                asking = nil
                steps.append(tracker.read(try result.get(), askedAt: date))
            case .piece(let bytes):
                silence.cancel()
                silence = watch(continuation)
                for event in parser.take(bytes) {
                    guard let event = Self.event(event) else { continue }
                    switch event {
                    case .balance(let change): steps.append(tracker.take(change))
                    case .sessionEnd(let token, let end):
                        await manager.coordinator.noteSessionEnd(
                            end, token: token, forKey: EveryMatrixPrivilegedAccessManager.key)
                    }
                }
            }
            if steps.contains(.readAgain), asking == nil { asking = ask(continuation) }
            guard steps.contains(.changed), let wallet = tracker.wallet else { continue }
            if isConnected {
                mailbox.update(wallet)
            } else {
                isConnected = true
                connected()
                mailbox.connect(wallet)
            }
        }
    }

    /// Asks for the balance.
    private func ask(_ inputs: AsyncStream<Input>.Continuation) -> Task<Void, Never> {
        Task { [manager] in
            let date = Date()
            do throws(ServiceProviderError) {
                inputs.yield(.balance(.success(try await manager.getUserBalance()), askedAt: date))
            } catch {
                inputs.yield(.balance(.failure(error), askedAt: date))
            }
        }
    }

    /// Ends the stream after a silence.
    private func watch(_ inputs: AsyncStream<Input>.Continuation) -> Task<Void, Never> {
        Task { [manager] in
            let limit = manager.configuration.network.streamSilenceMax
            do { try await manager.configuration.clock.sleep(for: limit) } catch { return }
            inputs.yield(.silence)
        }
    }

    /// An event of the stream; `nil` for one that cannot be read or is of another type.
    private static func event(_ data: [UInt8]) -> PlayerEvent? {
        guard
            let update = try? WireDecoder.decode(EveryMatrix.PlayerUpdate.self, from: data)
        else { return nil }
        return EveryMatrixModelMapper.playerEvent(from: update)
    }
}
