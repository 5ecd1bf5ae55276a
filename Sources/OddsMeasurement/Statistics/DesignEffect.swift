/// How much wider than that of independent values the spread of a share is,
/// from how the share varies between stretches of time.
///
/// Latencies that queue behind each other, or that a slow spell of the machine
/// covers, are alike. A share of such values, like that of the values above a
/// threshold, then varies more than the binomial distribution has it: its
/// variance is larger by the design effect (Kish 1965, *Survey Sampling*), as
/// if the sample were smaller by it.
enum DesignEffect {
    /// A stretch of time: how many values it has, and how many of them are
    /// hits.
    struct Block: Equatable {
        var count = 0.0
        var hits = 0.0
    }

    /// Adjacent blocks are joined to blocks of so many, as dependence may be
    /// longer than one block.
    private static let joins = [1, 2, 4, 8]
    /// The fewest blocks with values whose variance is estimated.
    private static let blockCountMin = 8

    /// The design effect of the share of hits, at least 1: the largest of those
    /// by the variance between blocks, between joined pairs of them, and so on.
    /// Each is raised by as much as Student's t for so few blocks exceeds the
    /// normal distribution.
    ///
    /// `nil` if values fill too few blocks, or if all or none are hits.
    ///
    /// - Parameter blocks: The blocks in order of time, of about equal length.
    /// - Complexity: O(blocks).
    static func largest(_ blocks: [Block]) -> Double? {
        let count = blocks.reduce(0) { $0 + $1.count }
        let hits = blocks.reduce(0) { $0 + $1.hits }
        guard hits > 0, hits < count else { return nil }
        let share = hits / count
        let independent = count * share * (1 - share)
        var largest: Double?
        for join in joins {
            let joined = stride(from: 0, to: blocks.count, by: join).map { start in
                blocks[start..<min(start + join, blocks.count)].reduce(into: Block()) {
                    $0.count += $1.count
                    $0.hits += $1.hits
                }
            }
            let filled = joined.filter { $0.count > 0 }
            guard filled.count >= blockCountMin else { break }
            // Blocks differ in length, so deviations are from the share.
            let squares = filled.reduce(0) { sum, block in
                let deviation = block.hits - share * block.count
                return sum + deviation * deviation
            }
            let degrees = filled.count - 1
            let variance = squares * Double(filled.count) / Double(degrees)
            let t = StudentT.twoSided95(degreesOfFreedom: degrees) / normal95
            largest = max(largest ?? 1, variance / independent * t * t)
        }
        return largest
    }

    /// What the standard normal distribution stays within with 95%
    /// probability.
    private static let normal95 = 1.959963984540054
}
