import Foundation

/// Keeps a player's wallet current by the stream of the player's events, as long as the
/// session lives.
struct EveryMatrixWalletStream: Sendable {
    let manager: EveryMatrixPrivilegedAccessManager
    let mailbox: SubscriptionMailbox<UserWallet>

    /// What happens to a wallet.
    private enum Input: Sendable {
        case event([UInt8])
        case balance(Result<UserWallet, ServiceProviderError>, askedAt: Date)
    }

    /// Runs until the session is over, or the task is cancelled.
    ///
    /// - Throws: As `ReopeningStream.run`.
    func run() async throws(ServiceProviderError) {
        try await ReopeningStream(coordinator: manager.coordinator, mailbox: mailbox).run(follow)
    }

    /// Follows one stream to its end.
    private func follow(
        _ user: String, _ publish: (UserWallet) -> Void
    ) async throws(ServiceProviderError) {
        let events = try await manager.network.events(
            try manager.endpoint(.getUpdates(userId: user), ofUser: user))
        let (inputs, continuation) = AsyncStream.makeStream(of: Input.self)
        let reader = Task {
            for await event in events { continuation.yield(.event(event)) }
            continuation.finish()
        }
        defer { reader.cancel() }
        var tracker = WalletTracker()
        var asking: Task<Void, Never>? = ask(continuation)
        defer {
            // At the end of the stream the request goes on: it may be renewing the session
            // that the next attempt needs.
            if Task.isCancelled { asking?.cancel() }
        }
        for await input in inputs {
            let step: WalletTracker.Step
            switch input {
            case .balance(let result, let date):
                asking = nil
                step = tracker.read(try result.get(), askedAt: date)
            case .event(let data):
                switch Self.event(data) {
                case .balance(let change): step = tracker.take(change)
                case .sessionEnd(let token, let end):
                    await manager.coordinator.noteSessionEnd(
                        end, token: token, forKey: EveryMatrixPrivilegedAccessManager.key)
                    continue
                case nil: continue
                }
            }
            switch step {
            case .changed: if let wallet = tracker.wallet { publish(wallet) }
            case .readAgain: if asking == nil { asking = ask(continuation) }
            case .none: break
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

    /// An event of the stream; `nil` for one that cannot be read or is of another type.
    private static func event(_ data: [UInt8]) -> PlayerEvent? {
        guard
            let update = try? WireDecoder.decode(EveryMatrix.PlayerUpdate.self, from: data)
        else { return nil }
        return EveryMatrixModelMapper.playerEvent(from: update)
    }
}
