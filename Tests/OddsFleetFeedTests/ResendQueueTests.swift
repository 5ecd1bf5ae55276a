import OddsFleetFeed
import OddsTestInputs
import Testing

/// A list of all that is kept, with the times at which it is due and the order of sending.
private struct NaiveResends {
    var entries: [(ticket: UInt64, bytes: Int, dueAt: UInt64, sending: Int, sends: Int)] = []
    private var sendings = 0

    init(bytesMax: Int) { self.bytesMax = bytesMax }
    var dropped = 0
    let bytesMax: Int

    var byteCount: Int { entries.reduce(0) { $0 + $1.bytes } }

    mutating func add(_ ticket: UInt64, bytes: Int, now: UInt64) {
        sendings += 1
        entries.append((ticket, bytes, now + 2_000, sendings, 1))
        while byteCount > bytesMax {
            // Entries are in order of tickets.
            entries.removeFirst()
            dropped += 1
        }
    }

    mutating func due(now: UInt64, limit: Int) -> [UInt64] {
        let due = entries.filter { $0.dueAt <= now }
            .sorted { ($0.dueAt, $0.sending) < ($1.dueAt, $1.sending) }.prefix(limit)
            .map(\.ticket)
        for ticket in due {
            let index = entries.firstIndex { $0.ticket == ticket }!
            entries[index].sends += 1
            let pause = [2_000, 4_000, 8_000, 16_000][min(entries[index].sends, 4) - 1]
            send(ticket, dueAt: now + UInt64(pause))
        }
        return due
    }

    mutating func makeAllDue(now: UInt64) {
        for index in entries.indices {
            entries[index].sends = 0
            send(entries[index].ticket, dueAt: now)
        }
    }

    private mutating func send(_ ticket: UInt64, dueAt: UInt64) {
        let index = entries.firstIndex { $0.ticket == ticket }!
        sendings += 1
        (entries[index].dueAt, entries[index].sending) = (dueAt, sendings)
    }
}

/// What is not acknowledged is sent again, after 2 s, later and later, and after a reconnect, up
/// to a bound.
@Suite(.timeLimit(.minutes(5)))
struct ResendQueueTests {
    @Test("The queue keeps, drops and returns what a list would", arguments: 0..<20)
    func reference(seed: UInt64) {
        print("seed \(seed)")
        var random = SplitMix64(seed: seed)
        let bytesMax = random.pick([50, 1_000, 100_000])
        var queue = ResendQueue<UInt64>(bytesMax: bytesMax, resendAfter: 2_000)
        var naive = NaiveResends(bytesMax: bytesMax)
        var tickets: [UInt64] = []
        var now: UInt64 = 0
        for value in 0..<UInt64(3_000) {
            now += UInt64(1 + random.below(60))
            let bytes = random.below(60)
            let ticket = queue.add(value, byteCount: bytes, now: now)
            #expect(ticket > tickets.last ?? 0)
            tickets.append(ticket)
            naive.add(ticket, bytes: bytes, now: now)
            while random.chance(45) {
                let acknowledged =
                    random.chance(80)
                    ? tickets[max(0, tickets.count - 1 - random.below(40))]
                    : UInt64(random.below(9))
                let wasThere = naive.entries.contains { $0.ticket == acknowledged }
                naive.entries.removeAll { $0.ticket == acknowledged }
                #expect(queue.acknowledge(acknowledged) == wasThere)
            }
            if random.chance(1) {
                queue.makeAllDue(now: now)
                naive.makeAllDue(now: now)
            }
            if random.chance(30) {
                let limit = random.chance(50) ? .max : random.below(5)
                let due = queue.due(now: now, limit: limit)
                #expect(due.map(\.ticket) == naive.due(now: now, limit: limit))
                #expect(due.allSatisfy { tickets[Int($0.message)] == $0.ticket })
            }
            #expect(queue.byteCount == naive.byteCount && queue.count == naive.entries.count)
            #expect(queue.byteCount <= bytesMax && queue.dropped == naive.dropped)
        }
    }

    @Test("What is not acknowledged is sent again after 2 s, then 4, 8 and 16")
    func pauses() {
        var queue = ResendQueue<String>(resendAfter: 2)
        _ = queue.add("a", byteCount: 1, now: 0)
        let times = (0..<70).filter { !queue.due(now: $0).isEmpty }
        #expect(times == [2, 6, 14, 30, 46, 62])
        // From the beginning.
        queue.makeAllDue(now: 70)
        #expect((70..<80).filter { !queue.due(now: $0).isEmpty } == [70, 72, 76])
    }

    @Test("Nothing is due before 2 s; after a reconnect everything is, in order")
    func reconnect() {
        var queue = ResendQueue<String>()
        let tickets = ["a", "b", "c"].enumerated().map {
            queue.add($1, byteCount: 1, now: UInt64($0) * 1_000_000_000)
        }
        #expect(queue.due(now: 1_999_999_999).isEmpty)
        #expect(queue.due(now: 2_000_000_000).map(\.message) == ["a"])
        queue.acknowledge(tickets[1])
        queue.makeAllDue(now: 2_100_000_000)
        #expect(queue.due(now: 2_100_000_000).map(\.message) == ["a", "c"])
        #expect(queue.due(now: 2_100_000_001).isEmpty)
    }
}
