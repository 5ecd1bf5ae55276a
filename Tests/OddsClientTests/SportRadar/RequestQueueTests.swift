import SeededRandom
import Testing

@testable import OddsClient

@Suite struct RequestQueueTests {
    private func numbers(_ queue: inout RequestQueue, preferred: Set<Int> = []) -> [Int] {
        var numbers: [Int] = []
        while let request = queue.next(isPreferred: { preferred.contains($0) }) {
            numbers.append(request.content)
        }
        return numbers
    }

    @Test("§7.2: those with observers first, then in order, and unsubscribing last")
    func order() {
        var queue = RequestQueue(openMax: 8)
        queue.add(.unsubscribe, of: 1)
        for content in 2...6 { queue.add(.subscribe, of: content) }
        #expect(numbers(&queue, preferred: [1, 4, 6]) == [4, 6, 2, 3, 5, 1])
    }

    @Test("§7.2: at most eight at a time")
    func limit() throws {
        var queue = RequestQueue(openMax: 8)
        for content in 1...20 { queue.add(.subscribe, of: content) }
        var open: [RequestQueue.Request] = []
        for _ in 1...8 { open.append(try #require(queue.next { _ in false })) }
        #expect(queue.next { _ in false } == nil)
        #expect(queue.finish(open[3]) == true)
        #expect(queue.next { _ in false }?.content == 9)
        #expect(queue.next { _ in false } == nil)
    }

    @Test("A content's next request waits for the answer to the one before")
    func oneForEachContent() throws {
        var queue = RequestQueue(openMax: 8)
        queue.add(.unsubscribe, of: 1)
        let first = try #require(queue.next { _ in false })
        #expect(queue.withdraw(1) == nil)
        queue.add(.subscribe, of: 1)
        #expect(queue.next { _ in false } == nil)
        #expect(queue.finish(first) == false)
        let second = try #require(queue.next { _ in false })
        #expect(second.kind == .subscribe)
        // One to subscribe may be cancelled.
        #expect(queue.withdraw(1) == second.number)
        #expect(queue.finish(second) == false)
    }

    @Test("Whatever happens, no limit is broken and nothing is left over")
    func anything() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SplitMix64(seed: seed)
        var queue = RequestQueue(openMax: 3)
        var waiting: [Int: RequestQueue.Kind] = [:]
        var open: [(request: RequestQueue.Request, isWanted: Bool)] = []
        for _ in 0..<20_000 {
            let content = Int.random(in: 0..<8, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                if waiting[content] == nil {
                    let kind: RequestQueue.Kind =
                        Bool.random(using: &random) ? .subscribe : .unsubscribe
                    waiting[content] = kind
                    queue.add(kind, of: content)
                }
            case 1:
                let number = queue.withdraw(content)
                waiting[content] = nil
                let position = open.firstIndex { $0.request.content == content }
                if let position { open[position].isWanted = false }
                let request = position.map { open[$0].request }
                #expect(number == (request?.kind == .subscribe ? request?.number : nil))
            case 2:
                let isFree = waiting.keys.contains { content in
                    !open.contains { $0.request.content == content }
                }
                let request = queue.next { $0 == content }
                #expect((request != nil) == (open.count < 3 && isFree), "seed \(seed)")
                if let request {
                    #expect(waiting.removeValue(forKey: request.content) == request.kind)
                    open.append((request, true))
                }
            default:
                guard let (request, isWanted) = open.randomElement(using: &random) else { break }
                open.removeAll { $0.request == request }
                #expect(queue.finish(request) == isWanted, "seed \(seed)")
            }
        }
    }
}
