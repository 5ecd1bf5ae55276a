import CWire

/// What is known of the beginning of a shape's records, up to the first gap whose
/// width varies.
struct RecordOpening {
    let shape: Int
    /// Digits are zeros, whatever they are in a record.
    let text: [UInt8]
    let isDigit: [Bool]
    /// Whether a text follows.
    let isBeforeText: Bool

    /// Whether a word from `offset` on is the same in all records.
    func hasWord(at offset: Int) -> Bool {
        offset >= 0 && offset + 8 <= text.count && !isDigit[offset..<offset + 8].contains(true)
    }

    func word(at offset: Int) -> UInt64 {
        text.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
    }

    /// Where a word tells two openings apart: at their first difference, or in the
    /// text that follows both.
    func difference(from other: RecordOpening) -> Int? {
        let count = min(text.count, other.text.count)
        if let first = (0..<count).first(where: { text[$0] != other.text[$0] }) {
            // A word that has digits, too, would be another one in each record.
            return (max(first - 7, 0)...first).last {
                hasWord(at: $0) && other.hasWord(at: $0)
            } ?? first
        }
        guard text.count == other.text.count, isBeforeText, other.isBeforeText else { return nil }
        return count
    }
}

/// What the first bytes of records tell of their shapes: which ones are tried for a
/// record that begins like others before. See `WireOpening`.
///
/// Allocates while it learns. One thread owns it.
struct RecordOpenings: ~Copyable {
    private var known: [RecordOpening] = []
    /// How many openings there were when words were last chosen.
    private var chosenCount = 0
    private var choiceCount = 0
    private var learnedCount = 0
    private(set) var wire: WireOpening
    private let candidates: UnsafeMutablePointer<WireCandidates>
    private let probes: UnsafeMutablePointer<UInt8>

    /// An opening of fewer bytes has no say in which words are read.
    private static let textBytesMin = 24
    /// Behind so many bytes no words are looked for.
    private static let wordOffsetMax = 128
    /// A choice takes milliseconds if there are hundreds of shapes. Of the openings that
    /// are learned behind so many choices only one in as many may lead to another.
    private static let choicesMax = 32

    static var noCandidates: WireCandidates {
        WireCandidates(shapes: (-1, -1, -1, -1), risen: -1)
    }

    init() {
        candidates = .allocate(capacity: Int(WireOpenings))
        candidates.initialize(repeating: Self.noCandidates, count: Int(WireOpenings))
        probes = .allocate(capacity: Int(WirePrefixes))
        probes.initialize(repeating: 0, count: Int(WirePrefixes))
        wire = WireOpening(candidates: candidates, probes: probes, words: (0, 0, 0), byteCount: 0)
    }

    deinit {
        candidates.deallocate()
        probes.deallocate()
    }

    mutating func removeAll() {
        known.removeAll()
        chosenCount = 0
        choiceCount = 0
        learnedCount = 0
        wire.byteCount = 0
        forget()
    }

    private func forget() {
        candidates.update(repeating: Self.noCandidates, count: Int(WireOpenings))
        probes.update(repeating: 0, count: Int(WirePrefixes))
    }

    /// The shapes that are tried for the record at `offset`; `nil` if its first bytes
    /// do not tell.
    func candidates(
        of scanner: JSONScanner, _ offset: Int
    ) -> UnsafeMutablePointer<WireCandidates>? {
        var opening = wire
        return wireCandidates(&opening, scanner.base + offset, Int64(scanner.count - offset))
    }

    /// Learns how the records of a shape begin.
    ///
    /// - Complexity: O(bytes of all openings) where it has to choose other words, as it
    ///   has to each time that there are twice as many; else O(shapes), and O(bytes)
    ///   for each that begins alike.
    mutating func learn(_ opening: RecordOpening) {
        known.removeAll { $0.shape == opening.shape }
        known.append(opening)
        learnedCount += 1
        if choiceCount < Self.choicesMax + learnedCount / Self.choicesMax,
            opening.text.count >= Self.textBytesMin,
            known.count >= 2 * chosenCount || !hasWords(opening) {
            chooseWords()
            for index in known.indices { chooseProbe(index) }
        } else {
            chooseProbe(known.count - 1)
        }
    }

    private func hasWords(_ opening: RecordOpening) -> Bool {
        wire.byteCount > 0 && opening.hasWord(at: Int(wire.words.0))
            && opening.hasWord(at: Int(wire.words.1)) && opening.hasWord(at: Int(wire.words.2))
    }

    /// Chooses the words in which the openings differ the most, one after the other.
    private mutating func chooseWords() {
        forget()
        chosenCount = known.count
        choiceCount += 1
        wire.byteCount = 0
        let openings = known.filter { $0.text.count >= Self.textBytesMin }
        let offsets = (0..<Self.wordOffsetMax).filter { offset in
            openings.allSatisfy { $0.hasWord(at: offset) }
        }
        guard let first = offsets.first else { return }
        var words: [UInt16] = []
        var classes = [Int](repeating: 0, count: openings.count)
        for _ in 0..<3 {
            var best = (offset: first, classes: classes, count: 0)
            for offset in offsets {
                let (refined, count) = Self.refine(classes, by: offset, openings)
                if count > best.count { best = (offset, refined, count) }
            }
            words.append(UInt16(best.offset))
            classes = best.classes
        }
        wire.words = (words[0], words[1], words[2])
        wire.byteCount = words.max()! + 8
    }

    /// Divides classes of openings by a word; returns also how many they are then.
    private static func refine(
        _ classes: [Int], by offset: Int, _ openings: [RecordOpening]
    ) -> (classes: [Int], count: Int) {
        struct Part: Hashable {
            let number: Int
            let word: UInt64
        }
        var numbers: [Part: Int] = [:]
        let refined = zip(classes, openings).map { number, opening in
            let part = Part(number: number, word: opening.word(at: offset))
            let next = numbers[part] ?? numbers.count
            numbers[part] = next
            return next
        }
        return (refined, numbers.count)
    }

    /// Chooses the fourth word of an opening and of those before it with the same
    /// other words: where the first of them differ.
    private mutating func chooseProbe(_ index: Int) {
        let opening = known[index]
        guard hasWords(opening) else { return }
        let hash = hash(of: opening)
        let prefix = Int(wirePrefix(hash))
        var probe = Int(probes[prefix])
        for other in known[..<index] where hasWords(other) && self.hash(of: other) == hash {
            guard let difference = opening.difference(from: other), difference <= UInt8.max
            else { continue }
            if probe == 0 || difference < probe { probe = difference }
        }
        guard probe != Int(probes[prefix]) else { return }
        candidates.update(repeating: Self.noCandidates, count: Int(WireOpenings))
        probes[prefix] = UInt8(probe)
    }

    private func hash(of opening: RecordOpening) -> UInt64 {
        var wire = wire
        return wirePrefixHash(&wire, opening.text)
    }
}
