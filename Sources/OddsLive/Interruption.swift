import Dispatch
import Foundation

/// What happens upon SIGINT and SIGTERM instead of dying at once.
package final class Interruption {
    private let sources: [any DispatchSourceSignal]

    /// - Parameter act: called on a thread of its own.
    package init(_ act: @escaping @Sendable () -> Void) {
        sources = Self.numbers.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler(handler: act)
            source.resume()
            return source
        }
    }

    /// The signals end the process again.
    package func stop() {
        for source in sources { source.cancel() }
        for number in Self.numbers { signal(number, SIG_DFL) }
    }

    private static let numbers = [SIGINT, SIGTERM]
}
