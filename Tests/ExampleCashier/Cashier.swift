import Foundation
import ServicesProvider

/// A cashier in the terminal: logs in, asks for the cashier's page, and follows the payment
/// and the wallet until the payment has ended.
@main
struct Cashier {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count == 3 else {
            show("usage: cashier http://HOST:PORT USERNAME PASSWORD")
            return
        }
        let client = ServicesProviderClient(
            providerType: .everymatrix,
            configuration: try ServicesProviderConfiguration(
                environment: .staging,
                endpoints: [
                    .staging: .init(
                        feed: "ws://127.0.0.1:9400/v2", player: arguments[0],
                        odds: "http://127.0.0.1:9411")
                ]))
        client.connect()
        defer { client.disconnect() }
        do {
            let profile = try await client.login(username: arguments[1], password: arguments[2])
            show("● \(profile.username)")
            try await deposit(client)
        } catch ServiceProviderError.invalidEmailPassword {
            show("○ wrong name or password")
        } catch ServiceProviderError.sessionBlocked(let blockers) {
            show("○ first: \(blockers.map(\.rawValue).joined(separator: ", "))")
        }
    }

    private static func deposit(_ client: ServicesProviderClient) async throws {
        let wallet = Task {
            for try await change in try client.subscribeUserWallet() {
                if case .contentUpdate(let wallet) = change {
                    show("  wallet   \(wallet.total) \(wallet.currency)")
                }
            }
        }
        defer { wallet.cancel() }
        let page = try await client.getBankingWebView(
            parameters: CashierParameters(
                kind: .deposit, successURL: "https://app.example/success",
                cancelURL: "https://app.example/cancel", failURL: "https://app.example/fail"))
        show("  pay at   \(page.url)")
        show("  which transaction did it make?")
        // The page tells an app the transaction; a terminal has to ask for it.
        guard let transaction = readLine() else { return }
        for try await status in try client.paymentStatusUpdates(transactionId: transaction) {
            let view = ServiceProviderModelMapper.paymentStatus(from: status)
            show("  \(view.isCompleted ? "✔" : "…") \(view.amount)  \(view.displayMessage)")
        }
    }

    /// Writes a line at once, to a pipe as well.
    private static func show(_ line: String) {
        print(line)
        fflush(nil)
    }
}
