/// The numbers of topics that are no longer published, so that a topic which is published again
/// goes on behind its own.
struct PastNumbers {
    /// Beyond so many topics all are forgotten; each then goes on behind the greatest of them.
    static let topicsMax = 4_096

    private var numbers: [String: UInt64] = [:]
    private var least: UInt64 = 0

    /// Notes the number of a topic's last frame.
    mutating func close(_ topic: String, at number: UInt64) {
        if numbers.count >= Self.topicsMax {
            least = max(least, (numbers.values.max() ?? 0) + 1)
            numbers = [:]
        }
        numbers[topic] = number
    }

    /// The number behind which a topic's frames begin. That is one more than its last frame's:
    /// what has changed meanwhile was published to nobody, so that whoever has not noticed has a
    /// gap which nothing fills but a dump.
    mutating func reopen(_ topic: String) -> UInt64 {
        max(least, numbers.removeValue(forKey: topic).map { $0 + 1 } ?? 0)
    }
}
