import Testing

@testable import OddsWebSocket

@Suite struct UTF8CheckerTests {
    /// Characters of each length, and bytes that belong to none.
    private static let pieces: [[UInt8]] = [
        Array("{\"name\":\"abc\"}".utf8), [UInt8](repeating: 0x61, count: 40), [0x41],
        Array("é".utf8), Array("κόσμε".utf8),
        Array("€".utf8), Array("😀".utf8), [0xF4, 0x8F, 0xBF, 0xBF], [0xED, 0x9F, 0xBF],
        [0x80], [0xC0, 0xAF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
        [0xF4, 0x90, 0x80, 0x80], [0xF5], [0xFF], [0xC2], [0xE2, 0x82], [0xF0, 0x9F, 0x98],
    ]

    /// Whether the checker takes the text in pieces of a size, masked.
    private static func accepts(_ text: [UInt8], step: Int, key: [UInt8]) -> Bool {
        var checker = UTF8Checker()
        for start in stride(from: 0, to: text.count, by: step) {
            let end = min(start + step, text.count)
            let masked = (start..<end).map { text[$0] ^ key[$0 & 3] }
            let mask = (0..<8).reduce(UInt64(0)) {
                $0 | UInt64(key[(start + $1) & 3]) << UInt64(8 * $1)
            }
            let error = masked.withUnsafeBytes { checker.firstError(in: $0, mask: mask) }
            if error != nil { return false }
        }
        return checker.isComplete
    }

    @Test("Text is taken exactly if the standard library takes it, however it is cut and masked")
    func agreesWithTheStandardLibrary() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 1...6, using: &random)).flatMap { _ in
                Self.pieces.randomElement(using: &random) ?? []
            }
            let isValid = String(validating: text, as: UTF8.self) != nil
            let key = (0..<4).map { _ in UInt8.random(in: 0...255, using: &random) }
            for step in [1, 3, 8, 13, 100] {
                #expect(Self.accepts(text, step: step, key: key) == isValid, "\(text), \(step)")
            }
        }
    }

    @Test("The first byte that no character allows is found, not the end of the character")
    func firstWrongByte() {
        let cases: [([UInt8], Int)] = [
            ([0xF4, 0x90, 0x80, 0x80], 1), ([0xE0, 0x80], 1), ([0xED, 0xA0], 1), ([0xC0], 0),
            (Array("12345678".utf8) + [0xC2, 0x41], 9), ([0xF0, 0x9F, 0x98, 0x41], 3),
        ]
        for (text, offset) in cases {
            var checker = UTF8Checker()
            #expect(text.withUnsafeBytes { checker.firstError(in: $0) } == offset, "\(text)")
        }
    }
}
