import OddsFleetFeed
import OddsTestInputs
import Testing

/// A stream, as direct get shows it.
private struct StreamModel {
    struct Entry {
        let sequence: UInt64
        let epoch: UInt64
        let number: UInt64
        let part: PartNumber
    }

    private(set) var entries: [Entry] = []
    private(set) var lastSequence: UInt64 = 0

    /// Other topics' messages lie between those of the topic.
    mutating func append(
        epoch: UInt64, number: UInt64, parts: Int, gapMax: Int, using random: inout SplitMix64
    ) {
        for part in 1...parts {
            lastSequence += UInt64(1 + random.below(gapMax))
            entries.append(
                Entry(
                    sequence: lastSequence, epoch: epoch, number: number,
                    part: PartNumber("\(part)/\(parts)") ?? .whole))
        }
    }

    mutating func expire(_ count: Int) { entries.removeFirst(count) }

    func next(from sequence: UInt64) -> Entry? { entries.first { $0.sequence >= sequence } }

    /// Carries out a search. Returns the frames that it took, parts counted.
    func run(_ search: inout StreamSearch) -> [UInt64: Set<Int>] {
        var found: [UInt64: Set<Int>] = [:]
        while let sequence = search.next {
            guard let entry = next(from: sequence) else {
                search.nothing()
                continue
            }
            let isWanted = search.found(
                sequence: entry.sequence, epoch: entry.epoch, number: entry.number,
                part: entry.part)
            if isWanted { found[entry.number, default: []].insert(entry.part.part) }
        }
        return found
    }

    /// What the reference finds: every stored part of those frames.
    func all(_ numbers: ClosedRange<UInt64>, of epoch: UInt64) -> [UInt64: Set<Int>] {
        entries.filter { $0.epoch == epoch && numbers.contains($0.number) }
            .reduce(into: [:]) { $0[$1.number, default: []].insert($1.part.part) }
    }
}

/// Frames are found in the stream by bisection, from the first one that is missing.
@Suite(.timeLimit(.minutes(5)))
struct StreamSearchTests {
    /// A stream of some epochs, each in order, with frames missing.
    private func ordered(using random: inout SplitMix64) -> (StreamModel, epochs: [UInt64]) {
        var stream = StreamModel()
        var epochs: [UInt64] = []
        let gapMax = random.pick([1, 3, 1_000])
        var epoch = UInt64(1 + random.below(50))
        for _ in 0..<1 + random.below(3) {
            epochs.append(epoch)
            for number in 1...UInt64(1 + random.below(120)) where !random.chance(10) {
                let parts = random.chance(10) ? 2 + random.below(4) : 1
                stream.append(
                    epoch: epoch, number: number, parts: parts, gapMax: gapMax, using: &random)
            }
            epoch += UInt64(1 + random.below(3))
        }
        if random.chance(50), !stream.entries.isEmpty {
            stream.expire(random.below(stream.entries.count))
        }
        return (stream, epochs)
    }

    private func range(using random: inout SplitMix64) -> ClosedRange<UInt64> {
        let first = UInt64(1 + random.below(130))
        return first...first + UInt64(random.below(20))
    }

    @Test("What is stored in order is found, in as many steps as a bisection takes")
    func order() {
        print("seed 5")
        var random = SplitMix64(seed: 5)
        for _ in 0..<4_000 {
            let (stream, epochs) = ordered(using: &random)
            let (numbers, epoch) = (range(using: &random), random.pick(epochs))
            guard stream.lastSequence > 0 else { continue }
            var search = StreamSearch(
                numbers: numbers, epoch: epoch, sequences: 1...stream.lastSequence)
            let found = stream.run(&search)
            let all = stream.all(numbers, of: epoch)
            let first = all[numbers.lowerBound] ?? []
            // Without the first of them nothing is of use; expiry may have taken its first part.
            #expect(first.contains(1) ? found == all : found.isSubset(of: all))
            let steps = 64 - stream.lastSequence.leadingZeroBitCount + 1
            #expect(search.asked <= steps + StreamSearch.straysMax + all.values.reduce(1) {
                $0 + $1.count
            })
        }
    }

    @Test("Copies that were sent again mislead no search that looks everywhere")
    func copies() {
        print("seed 6")
        var random = SplitMix64(seed: 6)
        for _ in 0..<2_000 {
            var stream = StreamModel()
            var again: [UInt64] = []
            for number in 1...UInt64(2 + random.below(80)) {
                if random.chance(80) {
                    stream.append(epoch: 7, number: number, parts: 1, gapMax: 3, using: &random)
                }
                if random.chance(20) { again.append(number) }
                if random.chance(10) {
                    for late in again {
                        stream.append(
                            epoch: 7, number: late, parts: 1, gapMax: 3, using: &random)
                    }
                    again = []
                }
            }
            let number = UInt64(1 + random.below(80))
            guard stream.lastSequence > 0 else { continue }
            var search = StreamSearch(
                numbers: number...number, epoch: 7, sequences: 1...stream.lastSequence,
                straysMax: .max)
            let found = stream.run(&search)
            #expect(found == stream.all(number...number, of: 7))
        }
    }

    @Test("A search looks at a bounded number of messages beside its way")
    func bounds() {
        print("seed 7")
        var random = SplitMix64(seed: 7)
        for _ in 0..<500 {
            var stream = StreamModel()
            for _ in 0..<1 + random.below(300) {
                // No order at all.
                stream.append(
                    epoch: UInt64(1 + random.below(3)), number: UInt64(1 + random.below(50)),
                    parts: 1, gapMax: 4, using: &random)
            }
            let numbers = range(using: &random)
            var search = StreamSearch(
                numbers: numbers, epoch: 2, sequences: 1...stream.lastSequence)
            let found = stream.run(&search)
            #expect(found.isSubset(of: stream.all(numbers, of: 2)))
            let steps = 64 - stream.lastSequence.leadingZeroBitCount + 1
            #expect(search.asked <= steps + StreamSearch.straysMax + stream.entries.count)
            if found.isEmpty { #expect(search.asked <= steps + StreamSearch.straysMax) }
        }
    }

    @Test("An empty stream, and one whose messages answer nonsense, end the search")
    func nonsense() {
        var search = StreamSearch(numbers: 1...9, epoch: 1, sequences: 1...UInt64.max)
        while search.next != nil { search.nothing() }
        #expect(search.asked <= 65)
        var lied = StreamSearch(numbers: 1...9, epoch: 1, sequences: 1...UInt64.max)
        while lied.next != nil { _ = lied.found(sequence: 0, epoch: 1, number: 5) }
        #expect(lied.asked <= 65)
        var endless = StreamSearch(numbers: 1...9, epoch: 1, sequences: 1...UInt64.max)
        while let sequence = endless.next {
            _ = endless.found(sequence: sequence, epoch: 1, number: 1)
        }
        #expect(endless.asked <= StreamSearch.readsMax + 65)
    }
}

extension [UInt64: Set<Int>] {
    fileprivate func isSubset(of other: Self) -> Bool {
        allSatisfy { number, parts in parts.isSubset(of: other[number] ?? []) }
    }
}
