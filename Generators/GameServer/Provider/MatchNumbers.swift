import OddsMeasurement
import OddsModel

/// Gives the matches of a feed the numbers by which pages know them. The feed's ids are text,
/// in nearly all cases numbers beyond 2^53, the last that a page can tell from the next one.
///
/// A match has the same number in every run of the server, as pages keep it.
struct MatchNumbers: Sendable {
    /// The ids of matches up to here, which are a number below, are their own numbers.
    static let ownEnd = KeptMatch.numberMax / 2
    /// All numbers are below this one.
    static let end = KeptMatch.numberMax

    private var numbers: [EntityID: Int] = [:]
    private let hash: @Sendable (EntityID) -> UInt64

    /// - Parameter hash: Of ids that are not their own numbers.
    init(hash: @escaping @Sendable (EntityID) -> UInt64 = Self.digest) { self.hash = hash }

    /// The numbers of a list's matches, all different.
    ///
    /// Of two matches whose ids have the same digest, which happens to one in 10^10 lists of
    /// a hundred, the one that came later gets the next number.
    ///
    /// - Parameter ids: All different. Those of the list before keep their numbers.
    /// - Complexity: O(ids), expected.
    mutating func numbers(of ids: [EntityID]) -> [Int] {
        var next: [EntityID: Int] = [:]
        var taken = Set<Int>()
        for id in ids {
            guard let number = numbers[id] else { continue }
            next[id] = number
            taken.insert(number)
        }
        for id in ids where next[id] == nil {
            var number = own(id) ?? Self.ownEnd + Int(hash(id) % UInt64(Self.ownEnd))
            while !taken.insert(number).inserted {
                number = number + 1 < Self.end ? number + 1 : Self.ownEnd
            }
            next[id] = number
        }
        numbers = next
        return ids.map { next[$0]! }
    }

    private func own(_ id: EntityID) -> Int? {
        let key = id.utf8.withUnsafeBytes { EntityKey(word: $0) }
        guard let number = key?.rawValue, (1..<UInt64(Self.ownEnd)).contains(number) else {
            return nil
        }
        return Int(number)
    }

    /// The first eight bytes of an id's SHA-256.
    @Sendable static func digest(_ id: EntityID) -> UInt64 {
        SHA256Digest(of: id.utf8).bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
