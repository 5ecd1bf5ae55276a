import Synchronization
import Testing

/// Ends what a test has started when the test is over. Otherwise a client would
/// retain its subscribed stores for ever.
struct EndingTrait: TestTrait, SuiteTrait, TestScoping {
    typealias Ending = @Sendable () async -> Void

    private final class Endings: Sendable {
        let list = Mutex<[Ending]>([])
    }

    @TaskLocal private static var endings: Endings?

    let isRecursive = true

    /// - Precondition: the test, or its suite, has the trait.
    static func add(_ ending: @escaping Ending) {
        guard let endings else { preconditionFailure("a test without .ending") }
        endings.list.withLock { $0.append(ending) }
    }

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let endings = Endings()
        let result: Result<Void, any Error>
        do {
            try await Self.$endings.withValue(endings) { try await function() }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        for ending in endings.list.withLock({ $0 }) { await ending() }
        try result.get()
    }
}

extension Trait where Self == EndingTrait {
    static var ending: Self { EndingTrait() }
}
