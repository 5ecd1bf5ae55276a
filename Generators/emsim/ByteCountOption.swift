import ArgumentParser

/// A number of bytes, also as `64KiB`, `64MiB` or `2GiB`.
struct ByteCountOption: ExpressibleByArgument {
    let byteCount: Int

    private static let units = [("KiB", 10), ("MiB", 20), ("GiB", 30)]

    init?(argument: String) {
        let unit = Self.units.first { argument.hasSuffix($0.0) }
        let digits = argument.dropLast(unit?.0.count ?? 0)
        guard let count = Int(digits), count >= 0 else { return nil }
        let (bytes, isTooLarge) = count.multipliedReportingOverflow(by: 1 << (unit?.1 ?? 0))
        guard !isTooLarge else { return nil }
        byteCount = bytes
    }
}
