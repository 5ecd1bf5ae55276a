/// Spells legal JSON otherwise: with white space between its parts and escapes in its
/// strings.
enum TextScribbler {
    /// - Parameters:
    ///   - spacePercent: How often, of a hundred, a place for white space gets some.
    ///   - escapePercent: How often an ASCII letter or digit of a string is escaped.
    static func scribble(
        _ text: [UInt8], spacePercent: Int, escapePercent: Int,
        using random: inout TrafficRandom
    ) -> [UInt8] {
        var output: [UInt8] = []
        var isInString = false
        var index = 0
        while index < text.count {
            let byte = text[index]
            index += 1
            if isInString, byte == UInt8(ascii: "\\") {
                // The digits of an escape are not escaped.
                let end = index + (text[index] == UInt8(ascii: "u") ? 5 : 1)
                output += [byte] + text[index..<end]
                index = end
                continue
            }
            if byte == UInt8(ascii: "\"") { isInString.toggle() }
            let isPunctuation = !isInString && Array(#"{}[],:"#.utf8).contains(byte)
            if isPunctuation { space(spacePercent, &random, &output) }
            let isPlain = 0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
            if isInString, isPlain, random.chance(escapePercent) {
                let digits = String(byte, radix: 16, uppercase: random.coin())
                output += Array("\\u00\(digits)".utf8)
            } else {
                output.append(byte)
            }
            if isPunctuation { space(spacePercent, &random, &output) }
        }
        return output
    }

    private static func space(
        _ percent: Int, _ random: inout TrafficRandom, _ output: inout [UInt8]
    ) {
        while random.chance(percent) { output.append(random.pick([0x20, 0x09, 0x0A, 0x0D])) }
    }

    /// The text with one piece of damage; it may still be legal.
    static func damage(_ text: [UInt8], using random: inout TrafficRandom) -> [UInt8] {
        var text = text
        let position = random.below(text.count)
        let end = min(text.count, position + 1 + random.below(12))
        let bytes = Array(#"{}[]:,"\ 019-+.eEtfn"#.utf8) + [0x00, 0x1F, 0x80, 0xC3, 0xED, 0xFF]
        switch random.below(6) {
        case 0: text[position] = random.pick(bytes)
        case 1: text.insert(random.pick(bytes), at: position)
        case 2: text.removeSubrange(position..<end)
        case 3: text.removeSubrange(position...)
        case 4: text.insert(contentsOf: text[position..<end], at: position)
        default: text.append(random.pick(bytes))
        }
        return text
    }
}

extension TrafficRandom {
    /// True `percent` times of a hundred.
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    /// One of the elements, each as often as its weight says.
    mutating func pick<Element>(weighted elements: [(Int, Element)]) -> Element {
        var rest = below(elements.reduce(0) { $0 + $1.0 })
        for (weight, element) in elements {
            if rest < weight { return element }
            rest -= weight
        }
        preconditionFailure("no weight is negative")
    }
}
