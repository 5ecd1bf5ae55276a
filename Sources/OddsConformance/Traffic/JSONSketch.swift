/// JSON to be written: with repeated keys where wanted, and spelt at random in
/// any of the ways that are legal.
package indirect enum JSONSketch: Sendable {
    /// Written as it is.
    case literal(String)
    case string(String)
    case array([JSONSketch])
    case object([(key: String, value: JSONSketch)])
}

/// Writes sketches with random white space, escapes and key order.
package struct JSONScribbler: Sendable {
    /// How often, of a hundred, a place for white space gets some.
    package var spacePercent: Int
    /// How often a character that needs no escape gets one.
    package var escapePercent: Int
    package var shufflesKeys: Bool

    package init(spacePercent: Int, escapePercent: Int, shufflesKeys: Bool) {
        self.spacePercent = spacePercent
        self.escapePercent = escapePercent
        self.shufflesKeys = shufflesKeys
    }

    package func write(_ sketch: JSONSketch, using random: inout SplitMix64) -> [UInt8] {
        var output: [UInt8] = []
        space(&random, &output)
        write(sketch, &random, &output)
        space(&random, &output)
        return output
    }

    private func write(
        _ sketch: JSONSketch, _ random: inout SplitMix64, _ output: inout [UInt8]
    ) {
        switch sketch {
        case .literal(let text): output += text.utf8
        case .string(let text): string(text, &random, &output)
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                space(&random, &output)
                write(element, &random, &output)
                space(&random, &output)
            }
            if elements.isEmpty { space(&random, &output) }
            output.append(UInt8(ascii: "]"))
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            let ordered = shufflesKeys ? members.shuffled(using: &random) : members
            for (index, member) in ordered.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                space(&random, &output)
                string(member.key, &random, &output)
                space(&random, &output)
                output.append(UInt8(ascii: ":"))
                space(&random, &output)
                write(member.value, &random, &output)
                space(&random, &output)
            }
            if members.isEmpty { space(&random, &output) }
            output.append(UInt8(ascii: "}"))
        }
    }

    private func space(_ random: inout SplitMix64, _ output: inout [UInt8]) {
        guard spacePercent > 0 else { return }
        while random.chance(spacePercent) { output.append(random.pick([0x20, 0x09, 0x0A, 0x0D])) }
    }

    private func string(
        _ text: String, _ random: inout SplitMix64, _ output: inout [UInt8]
    ) {
        output.append(UInt8(ascii: "\""))
        for scalar in text.unicodeScalars {
            let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
            if mustEscape || (escapePercent > 0 && random.chance(escapePercent)) {
                escape(scalar, &random, &output)
            } else {
                output += UTF8.encode(scalar)!
            }
        }
        output.append(UInt8(ascii: "\""))
    }

    private func escape(
        _ scalar: Unicode.Scalar, _ random: inout SplitMix64, _ output: inout [UInt8]
    ) {
        let short: [Unicode.Scalar: String] = [
            "\"": "\\\"", "\\": "\\\\", "/": "\\/", "\u{8}": "\\b", "\u{C}": "\\f", "\n": "\\n",
            "\r": "\\r", "\t": "\\t",
        ]
        if let escape = short[scalar], random.chance(50) {
            output += escape.utf8
            return
        }
        for unit in UTF16.encode(scalar)! {
            let digits = String(unit, radix: 16, uppercase: random.chance(50))
            output += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
        }
    }
}
