import OddsModel
import ServicesProvider

/// A terminal board of live odds: the first market of each event of one sport. Odds that
/// have changed since the last screen are coloured. With a player's account also the
/// balance, and the open bets with their cashout values.
///
/// One word of the command line says whose feed and whose bets they are.
@main @MainActor
struct Board {
    private let client: ServicesProviderClient
    private var shown: [EntityID: Double] = [:]
    private var account: AccountPanel?

    /// The addresses that `emsim --platform --sportradar` serves, and a player.
    private struct Arguments {
        let provider: ServicesProviderClient.ProviderType
        let endpoints: ServicesProviderConfiguration.Endpoints
        let screens: Int
        let player: (name: String, password: String)?

        init?(_ words: [String]) {
            switch words.first {
            case "everymatrix": provider = .everymatrix
            case "sportradar": provider = .sportradar
            default: return nil
            }
            guard [5, 6, 8].contains(words.count) else { return nil }
            endpoints = .init(
                feed: words[1], player: words[2], odds: words[3],
                sportRadar: .init(all: words[4]))
            screens = words.count > 5 ? Int(words[5]) ?? .max : .max
            player = words.count > 6 ? (words[6], words[7]) : nil
        }
    }

    static func main() async throws {
        guard let arguments = Arguments(Array(CommandLine.arguments.dropFirst())) else {
            print(
                "usage: board everymatrix|sportradar FEED-URL PLAYER-URL ODDS-URL SPORTRADAR-URL"
                    + " [SCREENS [USERNAME PASSWORD]]")
            return
        }
        let client = ServicesProviderClient(
            providerType: arguments.provider,
            configuration: try ServicesProviderConfiguration(
                environment: .staging, endpoints: [.staging: arguments.endpoints]))
        client.connect()
        defer { client.disconnect() }
        var board = Board(client: client)
        if let player = arguments.player {
            let panel = AccountPanel(client)
            board.account = panel
            Task { await panel.follow(username: player.name, password: player.password) }
        }
        try await board.run(screens: arguments.screens)
    }

    private mutating func run(screens: Int) async throws {
        var drawn = 0
        let live = try client.subscribeLiveMatches(forSportType: try await liveSport())
        for try await content in live {
            switch content {
            case .connected: print("● live")
            case .disconnected: print("○ stale; reconnecting")
            case .contentUpdate(let groups):
                draw(groups.flatMap(\.events))
                drawn += 1
                // Of what changes meanwhile, the newest comes next.
                try await Task.sleep(for: .milliseconds(250))
            }
            if drawn == screens { return }
        }
    }

    /// The sport with the most live events.
    private func liveSport() async throws -> SportType? {
        for try await content in try client.subscribeSportTypes() {
            guard case .contentUpdate(let sports) = content else { continue }
            return sports.max { $0.numberOfLiveEvents < $1.numberOfLiveEvents }
        }
        return nil
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
