import OddsClient
import OddsModel

/// A terminal board of live odds: the first market of each event. Odds that
/// have changed since the last screen are coloured.
@main @MainActor
struct Board {
    private var shown: [EntityID: Double] = [:]

    static func main() async throws {
        guard let url = CommandLine.arguments.dropFirst().first else {
            print("usage: board ws://HOST:PORT/v2 [SCREENS]")
            return
        }
        let screens = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? .max
        let client = try EMWebSocketClient(ClientConfiguration(url: url))
        let provider = EveryMatrixProvider(client)
        Task { try await client.connect() }
        let live = await provider.subscribeToLiveData()
        var board = Board()
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
