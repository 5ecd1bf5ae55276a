import OddsModel
import Testing

@testable import GameServer

/// The numbers of the feed's matches.
struct ProviderNumberTests {
    private static func numbers(_ ids: String...) -> [Int] {
        var numbers = MatchNumbers()
        return numbers.numbers(of: ids.map { EntityID($0) })
    }

    @Test("Small numbers stay as they are")
    func own() {
        let last = MatchNumbers.ownEnd - 1
        #expect(Self.numbers("1", "1001", "\(last)") == [1, 1_001, last])
    }

    @Test("All other ids get numbers beyond these, always the same, that pages can tell apart")
    func others() {
        let ids = [
            "0", "007", "m-1", "", "\(MatchNumbers.ownEnd)", "290000000000000256",
            "290000000000000512", "9223372036854775808", "99999999999999999999999", "é",
        ]
        var numbers = MatchNumbers()
        let all = numbers.numbers(of: ids.map { EntityID($0) })
        #expect(Set(all).count == ids.count)
        for (id, number) in zip(ids, all) {
            #expect((MatchNumbers.ownEnd..<MatchNumbers.end).contains(number))
            #expect(Self.numbers(id) == [number])
            #expect(Int(Double(number)) == number)
        }
        // Kept by pages, so it must never change.
        #expect(Self.numbers("290000000000000256") == [Self.first])
    }

    /// 2^49 and 49 bits of `printf 290000000000000256 | sha256sum`.
    private static let first = 832_606_550_198_870

    @Test("Of ids with the same digest each has a number of its own, which it keeps")
    func collisions() {
        var numbers = MatchNumbers(hash: { _ in UInt64.max })
        let ids = ["a", "b", "c"].map { EntityID($0) }
        let first = numbers.numbers(of: Array(ids.prefix(2)))
        #expect(first == [MatchNumbers.end - 1, MatchNumbers.ownEnd])
        #expect(numbers.numbers(of: ids.reversed()) == [first[1] + 1, first[1], first[0]])
        #expect(numbers.numbers(of: [ids[2], ids[1]]) == [first[1] + 1, first[1]])
        #expect(numbers.numbers(of: [ids[0], ids[1]]) == first, "what is free can be had again")
    }
}
