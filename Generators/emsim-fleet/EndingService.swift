import OddsSimulatorProgram
import ServiceLifecycle

/// Runs until the program is told to end, or until it is told that it cannot go on.
struct EndingService: Service {
    private let reasons = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingOldest(1))

    /// Ends the program with this reason. From any thread.
    func end(_ reason: String) { reasons.continuation.yield(reason) }

    /// - Throws: `ServingError` with the reason.
    func run() async throws {
        for await reason in reasons.stream.cancelOnGracefulShutdown() {
            throw ServingError(description: reason)
        }
    }
}
