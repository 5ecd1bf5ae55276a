/// The id of a world: 128 random bits that its page has drawn.
struct WorldID: Hashable, Sendable, CustomStringConvertible {
    /// 32 lower-case hexadecimal digits.
    let description: String

    /// - Returns: `nil` for a text of another form.
    init?(_ text: some StringProtocol) {
        let isHexadecimal = text.utf8.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
        }
        guard text.utf8.count == 32, isHexadecimal else { return nil }
        description = String(text)
    }

    /// The bits, mixed with a seed.
    func seed(_ seed: UInt64) -> UInt64 {
        // After Fowler, Noll and Vo: the same on each machine, as `Hasher` is not.
        description.utf8.reduce(0xCBF2_9CE4_8422_2325 ^ seed) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
    }
}
