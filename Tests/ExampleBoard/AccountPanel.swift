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

    /// - Parameter client: One that is connected.
    init(_ client: ServicesProviderClient) { self.client = client }

    /// Logs in and follows the wallet, and with each change of it the open bets: a bet that is
    /// placed or paid moves money; one that is lost ends its cashout values.
    func follow(username: String, password: String) async {
        defer { close() }
        do throws(ServiceProviderError) {
            _ = try await client.login(username: username, password: password)
            if client.capabilities.contains(.walletUpdates) {
                for try await change in try client.subscribeUserWallet() {
                    if case .contentUpdate(let wallet) = change { await show(wallet) }
                }
            } else {
                while !Task.isCancelled {
                    await show(try await client.getUserBalance())
                    do { try await Task.sleep(for: Self.interval) } catch { return }
                }
            }
        } catch {
            failure = "\(error)"
        }
    }

    /// Between two requests for the balance, where it is not pushed.
    private static let interval = Duration.seconds(2)

    private func show(_ wallet: UserWallet) async {
        guard wallet != self.wallet || failure != nil else { return }
        self.wallet = wallet
        await readBets()
    }

    private func close() {
        for task in tasks.values { task.cancel() }
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
