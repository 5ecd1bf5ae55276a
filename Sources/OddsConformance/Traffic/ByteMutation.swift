/// Damage to a text, byte by byte.
package enum ByteMutation {
    /// Bytes that matter to JSON or to UTF-8.
    private static let interesting: [UInt8] =
        Array("{}[]:,\"\\/ \n\t0159-+.eEtrufalsn".utf8)
        + [0x00, 0x1F, 0x7F, 0x80, 0xBF, 0xC0, 0xC3, 0xE0, 0xED, 0xF0, 0xF4, 0xF5, 0xFF]

    /// The text with one piece of damage; it may still be legal.
    package static func mutate(_ text: [UInt8], using random: inout SplitMix64) -> [UInt8] {
        guard !text.isEmpty else { return [random.pick(interesting)] }
        var text = text
        let position = random.below(text.count)
        let end = min(text.count, position + 1 + random.below(12))
        switch random.below(7) {
        case 0: text[position] = random.pick(interesting)
        case 1: text[position] ^= 1 << UInt8(random.below(8))
        case 2: text.insert(random.pick(interesting), at: position)
        case 3: text.removeSubrange(position..<end)
        case 4: text.removeSubrange(position...)
        case 5: text.insert(contentsOf: text[position..<end], at: position)
        default: text.append(random.pick(interesting))
        }
        return text
    }
}
