import Dispatch
import Foundation

/// Handles SIGINT, SIGTERM and SIGHUP in place of ending the process.
package final class Interruption {
    private let sources: [any DispatchSourceSignal]

    /// - Parameter act: Called on another thread for each signal.
    package init(_ act: @escaping @Sendable () -> Void) {
        sources = Self.numbers.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler(handler: act)
            source.resume()
            return source
        }
    }

    /// Lets the signals end the process again.
    package func stop() {
        for source in sources { source.cancel() }
        for number in Self.numbers { signal(number, SIG_DFL) }
    }

    private static let numbers = [SIGINT, SIGTERM, SIGHUP]
}
