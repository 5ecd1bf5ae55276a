import Testing

@testable import ServicesProvider

@Suite(.timeLimit(.minutes(5))) struct HostGateTests {
    @Test func onlySoManyGoThroughAtOnceInTheirOrder() async throws {
        let gate = HostGate(2)
        let inside = Gate<Void>()
        let (orders, continuation) = AsyncStream.makeStream(of: Int.self)
        var tasks: [Task<Void, any Error>] = []
        for number in 0..<6 {
            tasks.append(
                Task {
                    try await gate.pass("h") {
                        continuation.yield(number)
                        await inside.pass()
                    }
                })
            if number < 2 {
                await inside.arrivals(number + 1)
            } else {
                while gate.waitingCount("h") < number - 1 { await Task.yield() }
            }
        }
        #expect(inside.count == 2)
        // Another host is not concerned.
        try await gate.pass("other") {}
        for count in stride(from: 4, through: 6, by: 2) {
            inside.open()
            await inside.arrivals(count)
        }
        inside.open()
        for task in tasks { try await task.value }
        continuation.finish()
        var order: [Int] = []
        for await number in orders { order.append(number) }
        #expect(order[..<2] == [0, 1])
        #expect(Set(order[2..<4]) == [2, 3] && Set(order[4...]) == [4, 5])
    }

    @Test func cancelledOneDoesNotGoThroughAndKeepsNobodyBack() async throws {
        let gate = HostGate(1)
        let inside = Gate<Void>()
        let first = Task { try await gate.pass("h") { await inside.pass() } }
        await inside.arrivals(1)
        let second = Task { try await gate.pass("h") { Issue.record("passed") } }
        let third = Task { try await gate.pass("h") { 3 } }
        while gate.waitingCount("h") < 2 { await Task.yield() }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        inside.open()
        try await first.value
        #expect(try await third.value == 3)
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            // Where there is room, cancellation is for what goes through to notice.
            return try await gate.pass("h") { 4 }
        }
        #expect(try await late.value == 4)
    }

    @Test func whoFailsInsideLeaves() async throws {
        struct Failure: Error {}
        let gate = HostGate(1)
        await #expect(throws: Failure.self) { try await gate.pass("h") { throw Failure() } }
        try await gate.pass("h") {}
    }
}

extension HostGate {
    /// How many wait for a host.
    fileprivate func waitingCount(_ host: String) -> Int {
        hosts.withLockedValue { $0[host]?.waiting.count ?? 0 }
    }
}
