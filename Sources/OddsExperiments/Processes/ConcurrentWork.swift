/// Work on many things, some of them at a time.
package enum ConcurrentWork {
    /// Calls `body` with the numbers from 0, and returns the results in their order.
    ///
    /// - Parameters:
    ///   - count: How many numbers.
    ///   - limit: How many calls run at once at most.
    /// - Throws: What the first call threw, by number, once all have ended.
    package static func run<Value: Sendable, Failure: Error>(
        _ count: Int, atOnce limit: Int,
        _ body: @escaping @Sendable (Int) async throws(Failure) -> Value
    ) async throws(Failure) -> [Value] {
        let results = await withTaskGroup(of: (Int, Result<Value, Failure>).self) { group in
            var results = [Result<Value, Failure>?](repeating: nil, count: count)
            for number in 0..<count {
                if number >= limit, let (done, result) = await group.next() {
                    results[done] = result
                }
                group.addTask {
                    do throws(Failure) {
                        return (number, .success(try await body(number)))
                    } catch {
                        return (number, .failure(error))
                    }
                }
            }
            for await (done, result) in group { results[done] = result }
            return results.compactMap(\.self)
        }
        var values: [Value] = []
        values.reserveCapacity(count)
        for result in results { values.append(try result.get()) }
        return values
    }
}
