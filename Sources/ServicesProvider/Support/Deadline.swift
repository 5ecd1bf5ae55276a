/// Runs something for a limited time.
enum Deadline {
    /// The result of `body`, or `timedOut` after the limit, `cancelled` if the task is.
    /// `body` is then cancelled, and its result thrown away.
    static func run<Value: Sendable>(
        _ limit: Duration, clock: any Clock<Duration>,
        _ body: @escaping @Sendable () async throws(ServiceProviderError) -> Value
    ) async -> Result<Value, ServiceProviderError> {
        await withTaskGroup(of: Result<Value, ServiceProviderError>.self) { group in
            group.addTask {
                do throws(ServiceProviderError) {
                    return .success(try await body())
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                do {
                    try await clock.sleep(for: limit)
                    return .failure(.timedOut)
                } catch {
                    return .failure(.cancelled)
                }
            }
            defer { group.cancelAll() }
            return await group.next() ?? .failure(.cancelled)
        }
    }
}
