import Foundation
import ServicesProvider

/// A player's balance and open bets, each with what it can be cashed out for now.
@MainActor
final class AccountPanel {
    private let client: ServicesProviderClient
    private var wallet: UserWallet?
    private var bets: [Bet] = []
    private var values: [String: BetCashoutValue] = [:]
    private var tasks: [String: Task<Void, Never>] = [:]
    /// Why it is no longer current.
    private var failure: String?

    /// - Parameters:
    ///   - feed: The URL of the feed, which the panel does not use.
    ///   - player: The base URL of accounts.
    ///   - odds: That of bets.
    init(feed: String, player: String, odds: String) throws {
        client = ServicesProviderClient(
            providerType: .everymatrix,
            configuration: try ServicesProviderConfiguration(
                environment: .staging,
                endpoints: [.staging: .init(feed: feed, player: player, odds: odds)]))
    }

    /// Logs in and follows the wallet. A bet that is placed or paid moves money, after which
    /// the open ones are asked for again; one that is lost ends its stream of cashout values.
    func follow(username: String, password: String) async {
        client.connect()
        defer { close() }
        do throws(ServiceProviderError) {
            _ = try await client.login(username: username, password: password)
            for try await change in try client.subscribeUserWallet() {
                guard case .contentUpdate(let wallet) = change else { continue }
                self.wallet = wallet
                await readBets()
            }
        } catch {
            failure = "\(error)"
        }
    }

    private func close() {
        for task in tasks.values { task.cancel() }
        client.disconnect()
    }

    private func readBets() async {
        do throws(ServiceProviderError) {
            bets = try await client.getOpenBetsHistory(
                pageIndex: 0, startDate: nil, endDate: nil
            ).bets
            failure = nil
        } catch {
            failure = "\(error)"
            return
        }
        let open = Set(bets.map(\.id))
        for (bet, task) in tasks where !open.contains(bet) {
            task.cancel()
            tasks[bet] = nil
            values[bet] = nil
        }
        for bet in open where tasks[bet] == nil {
            tasks[bet] = Task { [weak self] in await self?.followValue(of: bet) }
        }
    }

    private func followValue(of bet: String) async {
        do {
            for try await change in try client.subscribeToCashoutValue(betId: bet) {
                if case .contentUpdate(let value) = change { values[bet] = value }
            }
        } catch {
            // The list of open bets says whether the bet is over.
        }
        guard !Task.isCancelled else { return }
        tasks[bet] = nil
        await readBets()
    }

    /// What is shown.
    var lines: [String] {
        guard let wallet else { return ["○ \(failure ?? "no wallet yet")"] }
        return ["balance \(wallet.total.money) \(wallet.currency)"]
            + (failure.map { ["○ stale: \($0)"] } ?? [])
            + bets.map { bet in
                let names = bet.selections.map { "\($0.outcomeName ?? "?") @ \($0.odds)" }
                return [
                    bet.id.padded(to: 8), names.joined(separator: ", ").padded(to: 44),
                    (bet.remainingStake ?? bet.stake).money,
                    "→ \(bet.potentialReturn?.money ?? "-")",
                    "cash out \(values[bet.id]?.value?.money ?? "-")",
                ].joined(separator: "  ")
            }
    }
}

extension Decimal {
    /// With two places: `25.00`.
    var money: String {
        formatted(
            .number.grouping(.never).precision(.fractionLength(2))
                .locale(Locale(identifier: "en_US_POSIX")))
    }
}
