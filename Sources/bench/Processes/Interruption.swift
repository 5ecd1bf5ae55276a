import Dispatch
import Foundation

/// SIGINT and SIGTERM as a wish to end well.
final class Interruption {
    private let signals: AsyncStream<Void>
    private let sources: [any DispatchSourceSignal]

    init() {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        self.signals = signals
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.yield() }
            source.resume()
            return source
        }
    }

    /// Returns at the first signal, or when the time is over.
    func wait(atMost time: Duration) async {
        let signals = signals
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in signals { break } }
            group.addTask { try? await Task.sleep(for: time) }
            await group.next()
            group.cancelAll()
        }
    }
}
