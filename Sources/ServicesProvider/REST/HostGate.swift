import NIOConcurrencyHelpers

/// Lets only so many requests to a host through at once; the others wait in their order.
///
/// The client library has a queue of its own, but ends the wait in it after the time that
/// a connection may take, which under load is no reason to give up.
final class HostGate: Sendable {
    struct Host {
        var freeCount: Int
        var lastNumber = 0
        var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
        /// Cancelled before they waited.
        var cancelled: Set<Int> = []
    }

    private let count: Int
    // Not a `Mutex`, which the thread sanitizer does not know.
    let hosts = NIOLockedValueBox<[String: Host]>([:])

    /// - Parameter count: The requests to a host that go through at once.
    init(_ count: Int) { self.count = count }

    /// Runs `body` once it is its turn.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before; else what `body` throws.
    func pass<Value>(_ host: String, _ body: () async throws -> Value) async throws -> Value {
        guard await enter(host) else { throw CancellationError() }
        defer { leave(host) }
        return try await body()
    }

    private func enter(_ host: String) async -> Bool {
        let number: Int? = hosts.withLockedValue { hosts in
            var entry = hosts[host] ?? Host(freeCount: count)
            defer { hosts[host] = entry }
            guard entry.freeCount == 0 else {
                entry.freeCount -= 1
                return nil
            }
            entry.lastNumber += 1
            return entry.lastNumber
        }
        guard let number else { return true }
        defer { hosts.withLockedValue { _ = $0[host]?.cancelled.remove(number) } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver: Bool? = hosts.withLockedValue { hosts in
                    if hosts[host]?.cancelled.contains(number) == true { return false }
                    if hosts[host]?.freeCount ?? 0 > 0 {
                        hosts[host]?.freeCount -= 1
                        return true
                    }
                    hosts[host]?.waiting.append((number, continuation))
                    return nil
                }
                if let isOver { continuation.resume(returning: isOver) }
            }
        } onCancel: {
            let waiter = hosts.withLockedValue { hosts -> CheckedContinuation<Bool, Never>? in
                guard
                    let index = hosts[host]?.waiting.firstIndex(where: { $0.number == number })
                else {
                    hosts[host]?.cancelled.insert(number)
                    return nil
                }
                return hosts[host]?.waiting.remove(at: index).continuation
            }
            waiter?.resume(returning: false)
        }
    }

    private func leave(_ host: String) {
        let next = hosts.withLockedValue { hosts -> CheckedContinuation<Bool, Never>? in
            guard hosts[host]?.waiting.isEmpty == false else {
                hosts[host]?.freeCount += 1
                return nil
            }
            return hosts[host]?.waiting.removeFirst().continuation
        }
        next?.resume(returning: true)
    }
}
