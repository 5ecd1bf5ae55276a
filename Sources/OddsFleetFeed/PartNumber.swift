/// Which part of how many a message is: `2/5`.
package struct PartNumber: Hashable, Sendable, CustomStringConvertible {
    static let headerName = "Odds-Part"

    /// What is not in parts.
    package static let whole = PartNumber(1, of: 1)

    /// From 1.
    package let part: Int
    /// At least 1.
    package let parts: Int

    /// - Precondition: `1 ≤ part ≤ parts`.
    init(_ part: Int, of parts: Int) {
        self.part = part
        self.parts = parts
    }

    /// Reads `2/5`. What is whole says nothing, so that `1/1` is refused.
    package init?(_ text: String) {
        let numbers = text.prefix(24).split(separator: "/", omittingEmptySubsequences: false)
            .map { UInt64(decimal: $0) }
        guard numbers.count == 2, let part = numbers[0], let parts = numbers[1],
            (2...UInt64(FleetLimits.partsMax)).contains(parts), (1...parts).contains(part)
        else { return nil }
        self.init(Int(part), of: Int(parts))
    }

    package var description: String { "\(part)/\(parts)" }

    /// The header, if there is something to say.
    var headers: [FleetHeader] { parts == 1 ? [] : [(Self.headerName, description)] }

    /// Cuts bytes into parts of at most `payloadBytes`; nothing is one empty part.
    static func split(
        _ bytes: [UInt8], payloadBytes: Int
    ) -> [(number: PartNumber, bytes: ArraySlice<UInt8>)] {
        let parts = max(1, (bytes.count + payloadBytes - 1) / payloadBytes)
        return (0..<parts).map { index in
            let start = index * payloadBytes
            return (
                PartNumber(index + 1, of: parts),
                bytes[start..<min(start + payloadBytes, bytes.count)]
            )
        }
    }
}

/// The parts of one whole, as they come: in any order, some twice.
struct PartCollector {
    /// Parts in all.
    let parts: Int
    /// The bytes of the parts that are there.
    private(set) var byteCount = 0
    private var pieces: [Int: [UInt8]] = [:]

    /// Allocates nothing: what a message says of others is not believed before they come.
    init(parts: Int) { self.parts = parts }

    /// Adds a part, unless it is there.
    mutating func add(_ number: PartNumber, _ bytes: [UInt8]) {
        guard number.parts == parts, pieces[number.part] == nil else { return }
        pieces[number.part] = bytes
        byteCount += bytes.count
    }

    /// All bytes in order, once no part is missing.
    ///
    /// - Complexity: O(bytes) if complete, else O(1).
    var whole: [UInt8]? {
        guard pieces.count == parts else { return nil }
        if parts == 1 { return pieces[1] }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount)
        for part in 1...parts { bytes.append(contentsOf: pieces[part] ?? []) }
        return bytes
    }
}
