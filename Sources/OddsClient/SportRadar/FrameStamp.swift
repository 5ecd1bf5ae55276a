/// When the newest change in a frame of contents was due, which a server may say in the last
/// member of the frame, `"_intended_ns"`, on the clock of its machine.
enum FrameStamp {
    private static let opening = Array(#","_intended_ns":"#.utf8)
    private static let digitsMax = 19

    /// The time in nanoseconds; `nil` if the frame does not end with one. Only the end is
    /// looked at: what is read of a frame that is no legal object must not be used.
    ///
    /// - Complexity: O(1).
    static func read(_ frame: UnsafeRawBufferPointer) -> UInt64? {
        guard frame.last == UInt8(ascii: "}") else { return nil }
        let digits = frame.dropLast().suffix(digitsMax).reversed()
            .prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard !digits.isEmpty,
            frame.dropLast(1 + digits.count).suffix(opening.count).elementsEqual(opening)
        else { return nil }
        return digits.reversed().reduce(0) { $0 * 10 + UInt64($1 - UInt8(ascii: "0")) }
    }
}
