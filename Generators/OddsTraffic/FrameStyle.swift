/// Rewrites frames in another style, as a new release of a feed might. The
/// style is the same for all frames, so that a parser that learns their shapes
/// can learn the new ones.
///
/// Keys and values keep their text. Repeated keys keep their order, so the last
/// one still counts.
public struct FrameStyle: Sendable {
    /// Seeds the order of keys in every object, including the frame itself.
    /// Equal key sets get the same order. `nil` keeps the original order.
    public var keyOrderSeed: UInt64?
    /// Whether every record, and every object directly in one, ends with an
    /// extra property. It is always the same, and unknown to the feed contract.
    public var addsUnknownProperty = false
    /// Whether each member and element is on a line of its own, indented by two
    /// spaces per level.
    public var isPrettyPrinted = false

    /// Creates the generator's own style, which changes nothing.
    public init() {}

    /// Rewrites a frame in this style. A frame that is not legal JSON, or is
    /// nested more than 64 deep, is returned unchanged. Allocates freely.
    ///
    /// - Complexity: O(bytes), plus sorting.
    public func rewrite(_ frame: [UInt8]) -> [UInt8] {
        var reader = FrameStyleReader(frame)
        guard let value = reader.readDocument() else { return frame }
        var output: [UInt8] = []
        write(value, level: 0, to: &output)
        return output
    }

    static let unknownMember: [UInt8] = Array(#""feedSource":"aggregator-7""#.utf8)
}

extension FrameStyle {
    /// The levels of records and of the objects directly in them. The frame is
    /// level 0, its `records` are level 1.
    private static let recordLevels = 2...3

    private func write(_ value: FrameStyleValue, level: Int, to output: inout [UInt8]) {
        switch value {
        case .scalar(let text):
            output += text
        case .array(let elements):
            writeItems(elements, in: "[", "]", level, &output) { element, output in
                write(element, level: level + 1, to: &output)
            }
        case .object(let members):
            var members = ordered(members)
            if addsUnknownProperty, Self.recordLevels.contains(level) {
                members.append(Self.unknown)
            }
            writeItems(members, in: "{", "}", level, &output) { member, output in
                output += member.key
                output += isPrettyPrinted ? [0x3A, 0x20] : [0x3A]
                write(member.value, level: level + 1, to: &output)
            }
        }
    }

    private static let unknown = FrameStyleMember(
        key: unknownMember.prefix { $0 != UInt8(ascii: ":") },
        value: .scalar(unknownMember.drop { $0 != UInt8(ascii: ":") }.dropFirst()))

    private func writeItems<Item>(
        _ items: [Item], in opening: Unicode.Scalar, _ closing: Unicode.Scalar, _ level: Int,
        _ output: inout [UInt8], _ write: (Item, inout [UInt8]) -> Void
    ) {
        output.append(UInt8(ascii: opening))
        for (index, item) in items.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            startLine(level + 1, &output)
            write(item, &output)
        }
        if !items.isEmpty { startLine(level, &output) }
        output.append(UInt8(ascii: closing))
    }

    private func startLine(_ level: Int, _ output: inout [UInt8]) {
        guard isPrettyPrinted else { return }
        output.append(UInt8(ascii: "\n"))
        output += repeatElement(UInt8(ascii: " "), count: 2 * level)
    }

    /// Sorts by a seeded hash of the key, keeping repeated keys in order.
    /// Objects with escapes in their keys stay as they are, because keys that
    /// are written differently may then be equal.
    private func ordered(_ members: [FrameStyleMember]) -> [FrameStyleMember] {
        guard let keyOrderSeed,
            !members.contains(where: { $0.key.contains(UInt8(ascii: "\\")) })
        else { return members }
        return members.enumerated()
            .map { (rank: (rank(of: $1.key, keyOrderSeed), $0), member: $1) }
            .sorted { $0.rank < $1.rank }.map(\.member)
    }

    /// The first draw of a generator seeded with the FNV-1a hash of the key.
    private func rank(of key: ArraySlice<UInt8>, _ seed: UInt64) -> UInt64 {
        let hash = key.reduce(0xCBF2_9CE4_8422_2325) { hash, byte -> UInt64 in
            (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        var random = TrafficRandom(seed: hash ^ seed)
        return random.next()
    }
}
