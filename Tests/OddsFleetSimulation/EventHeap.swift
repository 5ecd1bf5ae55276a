/// Events in the order of their times; those of one moment in the order in which they were
/// added, so that a simulation is the same on every machine.
struct EventHeap<Event> {
    private var entries: [(time: Double, number: UInt64, event: Event)] = []
    private var count: UInt64 = 0

    /// - Complexity: O(log n).
    mutating func add(_ event: Event, at time: Double) {
        entries.append((time, count, event))
        count += 1
        var child = entries.count - 1
        while child > 0, case let parent = (child - 1) / 2, isBefore(child, parent) {
            entries.swapAt(child, parent)
            child = parent
        }
    }

    /// - Complexity: O(log n).
    mutating func removeFirst() -> (time: Double, event: Event)? {
        guard let first = entries.first else { return nil }
        let last = entries.removeLast()
        guard !entries.isEmpty else { return (first.time, first.event) }
        entries[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < entries.count && isBefore(child, least) { least = child }
            if least == parent { return (first.time, first.event) }
            entries.swapAt(parent, least)
            parent = least
        }
    }

    private func isBefore(_ first: Int, _ second: Int) -> Bool {
        let (one, other) = (entries[first], entries[second])
        return one.time != other.time ? one.time < other.time : one.number < other.number
    }
}

/// A queue that is first in, first out.
struct WorkQueue<Work> {
    private var items: [Work] = []
    private var head = 0

    var isEmpty: Bool { head == items.count }

    mutating func add(_ item: Work) { items.append(item) }

    /// - Complexity: O(1) on average.
    mutating func removeFirst() -> Work? {
        guard !isEmpty else { return nil }
        let item = items[head]
        head += 1
        if head > 1_024, 2 * head > items.count {
            items.removeFirst(head)
            head = 0
        }
        return item
    }
}

/// The value that a share of the values does not exceed; 0 for none.
func quantile(_ share: Double, of values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    let rank = Int((share * Double(values.count)).rounded(.up))
    return values.sorted()[min(max(rank, 1), values.count) - 1]
}
