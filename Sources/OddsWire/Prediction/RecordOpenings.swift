import CWire

/// What the first bytes of records tell of their shapes: which ones are tried for a
/// record that begins like others before. See `WireOpening`.
///
/// Allocates while it learns. One thread owns it.
struct RecordOpenings: ~Copyable {
    /// What is known of the beginning of a shape's records, up to the first gap whose
    /// width varies.
    private struct Opening {
        let shape: Int
        /// Digits are zeros, whatever they are in a record.
        let text: [UInt8]
        /// Whether a text follows.
        let isBeforeText: Bool
        let prefix: Int
    }

    private var known: [Opening] = []
    private(set) var wire: WireOpening
    private let candidates: UnsafeMutablePointer<WireCandidates>
    private let probes: UnsafeMutablePointer<UInt8>

    static var noCandidates: WireCandidates {
        WireCandidates(shapes: (-1, -1, -1, -1), risen: -1)
    }

    init() {
        candidates = .allocate(capacity: Int(WireOpenings))
        candidates.initialize(repeating: Self.noCandidates, count: Int(WireOpenings))
        probes = .allocate(capacity: Int(WirePrefixes))
        probes.initialize(repeating: 0, count: Int(WirePrefixes))
        wire = WireOpening(
            candidates: candidates, probes: probes, prefixCount: Int32(WirePrefixBytesMax))
    }

    deinit {
        candidates.deallocate()
        probes.deallocate()
    }

    mutating func removeAll() {
        known.removeAll()
        wire.prefixCount = Int32(WirePrefixBytesMax)
        probes.update(repeating: 0, count: Int(WirePrefixes))
        forgetCandidates()
    }

    private func forgetCandidates() {
        candidates.update(repeating: Self.noCandidates, count: Int(WireOpenings))
    }

    /// The shapes that are tried for the record at `offset`; `nil` if its first bytes
    /// do not tell.
    func candidates(
        of scanner: JSONScanner, _ offset: Int
    ) -> UnsafeMutablePointer<WireCandidates>? {
        var opening = wire
        return wireCandidates(&opening, scanner.base + offset, Int64(scanner.count - offset))
    }

    /// Learns how the records of a shape begin: with the bytes of `text`, of which the
    /// first `constantCount` are no digits.
    ///
    /// - Complexity: O(shapes), and O(bytes) for each that begins alike.
    mutating func learn(
        _ shape: Int, _ text: [UInt8], constantCount: Int, isBeforeText: Bool
    ) {
        known.removeAll { $0.shape == shape }
        let prefixCount = min(Int32(constantCount), wire.prefixCount)
        if prefixCount < wire.prefixCount {
            let others = known
            removeAll()
            wire.prefixCount = prefixCount
            for other in others { add(other.shape, other.text, other.isBeforeText) }
        }
        add(shape, text, isBeforeText)
    }

    private mutating func add(_ shape: Int, _ text: [UInt8], _ isBeforeText: Bool) {
        guard wire.prefixCount >= WirePrefixBytesMin else { return }
        let opening = Opening(
            shape: shape, text: text, isBeforeText: isBeforeText,
            prefix: Int(wirePrefix(wirePrefixHash(text, wire.prefixCount))))
        var probe = Int(probes[opening.prefix])
        for other in known where other.prefix == opening.prefix {
            guard let difference = difference(opening, other), difference <= UInt8.max
            else { continue }
            if probe == 0 || difference < probe { probe = difference }
        }
        known.append(opening)
        guard probe != Int(probes[opening.prefix]) else { return }
        forgetCandidates()
        probes[opening.prefix] = UInt8(probe)
    }

    /// Where bytes tell two openings apart: their first difference, or the text that
    /// follows both.
    private func difference(_ one: Opening, _ other: Opening) -> Int? {
        let count = min(one.text.count, other.text.count)
        if let first = (0..<count).first(where: { one.text[$0] != other.text[$0] }) {
            return first
        }
        guard one.text.count == other.text.count, one.isBeforeText, other.isBeforeText
        else { return nil }
        return count
    }
}
