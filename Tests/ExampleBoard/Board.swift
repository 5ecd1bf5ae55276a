import OddsClient
import OddsModel

/// A terminal board of live odds: the first market of each event. Odds that
/// have changed since the last screen are coloured. With a player's account also the
/// balance, and the open bets with their cashout values.
@main @MainActor
struct Board {
    private var shown: [EntityID: Double] = [:]
    private var account: AccountPanel?

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard let url = arguments.first, [1, 2, 6].contains(arguments.count) else {
            print("usage: board FEED-URL [SCREENS [PLAYER-URL ODDS-URL USERNAME PASSWORD]]")
            return
        }
        let screens = arguments.dropFirst().first.flatMap { Int($0) } ?? .max
        var board = Board()
        if arguments.count == 6 {
            let panel = try AccountPanel(feed: url, player: arguments[2], odds: arguments[3])
            board.account = panel
            Task { await panel.follow(username: arguments[4], password: arguments[5]) }
        }
        let client = try EMWebSocketClient(ClientConfiguration(url: url))
        let provider = EveryMatrixProvider(client)
        Task { try await client.connect() }
        let live = await provider.subscribeToLiveData()
        var drawn = 0
        for await content in await live.contents().throttled(every: .milliseconds(250)) {
            switch content {
            case .connected: print("● live")
            case .disconnected: print("○ stale; reconnecting")
            case .contentUpdate(let events):
                board.draw(events)
                drawn += 1
            }
            if drawn == screens { break }
        }
        await provider.closeAll()
        await client.disconnect()
    }

    private mutating func draw(_ events: [EventModel]) {
        print("\u{1B}[H\u{1B}[2J", terminator: "")
        for line in account?.lines ?? [] { print(line) }
        for event in events {
            let cells = event.markets.first?.outcomes.map { cell($0) } ?? []
            print((event.name ?? "").padded(to: 48), cells.joined(separator: " "))
        }
    }

    private mutating func cell(_ outcome: OutcomeModel) -> String {
        guard let offer = outcome.bettingOffers.first, let odds = offer.odds else {
            return "   -   "
        }
        let old = shown.updateValue(odds, forKey: offer.id)
        let text = "\(odds)".padded(to: 7)
        guard offer.isAvailable == true else { return "\u{1B}[9m\(text)\u{1B}[0m" }
        guard let old, old != odds else { return text }
        return "\u{1B}[\(old < odds ? 32 : 31)m\(text)\u{1B}[0m"
    }
}

extension String {
    func padded(to count: Int) -> String {
        String(prefix(count)) + String(repeating: " ", count: max(0, count - self.count))
    }
}
