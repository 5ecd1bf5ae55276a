/// How amounts of memory are written: `64MiB`, `1.5GB`, `512kB`, `100B`.
package enum SizeText {
    package static let forms = "a size such as 64MiB, 512kB or 1GB"

    /// Bytes; `nil` unless the text is a number from 0 on with a unit.
    package static func bytes(_ text: some StringProtocol) -> Double? {
        for (unit, scale) in units where text.hasSuffix(unit) {
            return CountText.decimal(text.dropLast(unit.count)).map { $0 * scale }
        }
        return nil
    }

    // Longer ones first, as `B` ends all of them.
    private static let units: [(String, Double)] = [
        ("KiB", 1024), ("MiB", 1_048_576), ("GiB", 1_073_741_824), ("kB", 1e3), ("KB", 1e3),
        ("MB", 1e6), ("GB", 1e9), ("B", 1),
    ]
}
