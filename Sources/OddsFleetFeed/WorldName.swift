/// The name of a world, which is a token of all of its subjects.
package struct WorldName: Hashable, Sendable, CustomStringConvertible {
    /// The longest name, in bytes.
    package static let bytesMax = 32

    /// The name.
    package let description: String

    /// - Throws: `FleetFormatError` unless the name is 1 to 32 of `A–Z a–z 0–9 _ -`.
    package init(_ name: String) throws(FleetFormatError) {
        guard isPlainName(name, bytesMax: Self.bytesMax) else {
            throw FleetFormatError(
                "the world \(name.quoted) is not 1 to 32 of A–Z a–z 0–9 _ -")
        }
        description = name
    }
}

/// Whether a text is 1 to `bytesMax` of `A–Z a–z 0–9 _ -`, which is what stands in a subject
/// as it is.
///
/// - Complexity: O(`bytesMax`).
func isPlainName(_ text: String, bytesMax: Int) -> Bool {
    let utf8 = text.utf8.prefix(bytesMax + 1)
    return !utf8.isEmpty && utf8.count <= bytesMax && utf8.allSatisfy(isPlain)
}

/// Whether the byte stands for itself in a token of a subject.
func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
    default: false
    }
}
