/// Follows the cashout value of a bet, as long as the bet is open and the session lives.
struct EveryMatrixCashoutStream: Sendable {
    let provider: EveryMatrixBettingProvider
    let betID: String
    let mailbox: SubscriptionMailbox<BetCashoutValue>

    /// Runs until the bet or the session is over, or the task is cancelled.
    ///
    /// - Throws: As `ReopeningStream.run`; `cashout(.noCurrentOdds)` if the bet is not open in
    ///   the first place.
    func run() async throws(ServiceProviderError) {
        var hasBeenOpen = false
        do throws(ServiceProviderError) {
            try await ReopeningStream(coordinator: provider.coordinator, mailbox: mailbox).run {
                (user, publish) async throws(ServiceProviderError) in
                let events = try await provider.events(
                    .getCashoutValues(betId: betID), ofUser: user)
                hasBeenOpen = true
                for await event in events {
                    if let value = value(event) { publish(value) }
                }
            }
        } catch {
            // The server has closed the stream because the bet is over.
            if hasBeenOpen, case .cashout = error { return }
            throw error
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
