import Logging
import OddsPlatform
import OddsTraffic

/// Hands the news of a world to a platform, in their order.
struct WorldNewsReader: Sendable {
    let platform: Platform
    let news: WorldNewsQueue
    let logger: Logger
    /// Waits after news that could not be taken.
    var pause: @Sendable () async -> Void = { try? await Task.sleep(for: .seconds(1)) }

    /// Takes what the world says until the task is cancelled. What is lost when the process ends
    /// comes again with the same state: the world then begins at the time up to which all has
    /// been taken.
    func run() async {
        for await _ in news.signals {
            for one in news.takeAll() where !Task.isCancelled { await take(one) }
        }
    }

    /// Takes news; again, if the state does not take it, as the next may build upon it.
    private func take(_ one: WorldNews) async {
        while !Task.isCancelled {
            do throws(Refusal) {
                return try await platform.take(one)
            } catch {
                logger.error("news of the world wait: \(error.message)")
                await pause()
            }
        }
    }
}
