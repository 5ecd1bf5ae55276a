/// Work on many things, some of them at a time.
enum ConcurrentWork {
    /// Calls `body` with the numbers from 0, and returns the results in their order.
    ///
    /// - Parameters:
    ///   - count: How many numbers.
    ///   - limit: How many calls run at once at most.
    static func run<Value: Sendable>(
        _ count: Int, atOnce limit: Int, _ body: @escaping @Sendable (Int) async -> Value
    ) async -> [Value] {
        await withTaskGroup(of: (Int, Value).self) { group in
            var values = [Value?](repeating: nil, count: count)
            for number in 0..<count {
                if number >= limit, let (done, value) = await group.next() { values[done] = value }
                group.addTask { (number, await body(number)) }
            }
            for await (done, value) in group { values[done] = value }
            return values.compactMap(\.self)
        }
    }
}
