/// A ticket or token that others must know.
package struct Secret: Sendable {
    private let bytes: [UInt8]

    package init(_ text: String) { bytes = Array(text.utf8) }

    /// Whether a text is the secret. The time that this takes depends on the
    /// length of the text alone, so it does not reveal how much of it was right.
    ///
    /// - Complexity: O(bytes of the text).
    package func equals(_ text: String) -> Bool {
        guard !bytes.isEmpty else { return text.isEmpty }
        var difference = text.utf8.count ^ bytes.count
        var index = 0
        for byte in text.utf8 {
            difference |= Int(byte ^ bytes[index])
            index += 1
            if index == bytes.count { index = 0 }
        }
        return difference == 0
    }
}
