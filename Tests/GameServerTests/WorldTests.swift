import SeededRandom
import Testing

@testable import GameServer

/// Worlds, on a virtual clock.
struct WorldTests {
    private let now = GameTime(seconds: 1_790_000_123)

    private func world(seed: UInt64 = 1, matches: Int = 100) -> World {
        World(seed: seed, matchCount: matches, now: now)
    }

    @Test("A new world has matches that begin later, and odds within bounds")
    func new() {
        let world = world()
        #expect(world.rows.count == 100)
        #expect(Set(world.rows.map(\.match.id)).count == 100)
        for row in world.rows {
            #expect(row.match.startSeconds > now.seconds + 600)
            #expect(row.match.startSeconds % 300 == 0)
            for price in [row.odds.teamA, row.odds.teamB] { #expect(price == price.clamped) }
        }
        #expect(Set(world.rows.map(\.match.startSeconds)).count < 100, "some begin together")
        // So many that some would be drawn twice.
        let many = self.world(matches: World.matchesMax).rows.map(\.match)
        #expect(many.allSatisfy { $0.teamA != $0.teamB })
    }

    @Test("The same seed gives the same world")
    func seeds() {
        var one = world(seed: 7)
        var other = world(seed: 7)
        for _ in 0..<1_000 { #expect(one.step() == other.step()) }
        #expect(one.rows == other.rows)
        #expect(world(seed: 8).rows != world(seed: 7).rows)
    }

    @Test("What random steps make of a world is what the reference says", arguments: 1...20)
    func randomSteps(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var world = world(seed: seed, matches: .random(in: 1...30, using: &random))
        var reference = WorldReference(world)
        var now = now
        for step in 0..<2_000 {
            var fault: String?
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<14:
                _ = world.step()
                fault = reference.fault(ofStepTo: world)
            case 14..<17:
                now = now + .seconds(.random(in: 0...7_200, using: &random))
                let isChanged = world.replaceBegun(now: now)
                fault = reference.fault(ofReplacingIn: world, now: now, isChanged: isChanged)
            case 17..<19:
                let row = Int.random(in: 0..<world.rows.count, using: &random)
                let prices = (0..<2).map { _ in
                    Price(hundredths: .random(in: 101...3_000, using: &random)).clamped
                }
                let id = world.rows[row].match.id
                world.set(row: row, teamA: prices[0], teamB: prices[1])
                fault = reference.fault(ofSetting: id, prices[0], prices[1], in: world)
            default:
                world.reset(now: now)
                fault = reference.fault(ofResetOf: world, now: now)
            }
            guard fault == nil else {
                Issue.record("seed \(seed), step \(step): \(fault ?? "")")
                return
            }
        }
    }

    @Test("Odds walk through the whole range and stay in it")
    func walk() {
        var world = world(seed: 3, matches: 1)
        var prices: Set<Price> = []
        var both = 0
        for _ in 0..<100_000 {
            let old = world.rows[0].odds
            _ = world.step()
            let new = world.rows[0].odds
            prices.formUnion([new.teamA, new.teamB])
            if old.teamA != new.teamA, old.teamB != new.teamB { both += 1 }
        }
        #expect(prices.min() == .min && prices.max() == .max)
        #expect((0.15...0.25).contains(Double(both) / 100_000), "a fifth changes both")
    }

    // MARK: Taking over what a page had

    private func kept(
        _ id: Int, startsIn seconds: Int64, seq: Int? = 5, odds: Bool = true
    ) -> KeptMatch {
        KeptMatch(
            match: Match(
                id: id, teamA: "A\(id)", teamB: "B\(id)", startSeconds: now.seconds + seconds),
            teamA: odds ? Price(hundredths: 185) : nil, teamB: Price(hundredths: 210), seq: seq)
    }

    private func seeded(_ kept: [KeptMatch], count: Int = 100) -> World {
        World(seed: 1, kept: kept, matchCount: count, now: now)
    }

    @Test("A world takes over what has not begun, and fills up")
    func takesOver() throws {
        let world = seeded([
            kept(12, startsIn: 60, seq: 900), kept(7, startsIn: 1), kept(8, startsIn: 0),
            kept(9, startsIn: -60, seq: 5_000), kept(2_000_000_000, startsIn: -1),
        ])
        #expect(world.rows.count == 100)
        let taken = world.rows.filter { [7, 8, 9, 12].contains($0.match.id) }
        #expect(taken.map(\.match.id).sorted() == [7, 12])
        let row = try #require(world.row(of: 12))
        #expect(world.rows[row].odds == MatchOdds(
            teamA: Price(hundredths: 185), teamB: Price(hundredths: 210), seq: 900))
        let new = world.rows.filter { ![7, 12].contains($0.match.id) }
        #expect(new.allSatisfy { $0.match.id > 2_000_000_000 }, "no id is used again")
        #expect(new.allSatisfy { $0.odds.seq > 5_000 }, "what is new counts as newer")
        #expect(world.seq == 5_098)
    }

    @Test("Odds that a page did not have are drawn")
    func drawsMissingOdds() throws {
        let world = seeded([kept(1, startsIn: 60, seq: nil, odds: false), kept(2, startsIn: 60)])
        let row = try #require(world.row(of: 1))
        let odds = world.rows[row].odds
        #expect(odds.teamB == Price(hundredths: 210))
        #expect(odds.teamA == odds.teamA.clamped)
        #expect(odds.seq > 5)
    }

    @Test("Of too many matches those that begin first are taken")
    func takesTheFirst() {
        let world = seeded((1...50).map { kept($0, startsIn: Int64(100 - $0)) }, count: 20)
        #expect(Set(world.rows.map(\.match.id)) == Set(31...50))
    }

    @Test("A digest is that of lines sorted by id")
    func digest() {
        let rows = [
            MatchWithOdds(
                match: kept(1_002, startsIn: 9).match,
                odds: MatchOdds(
                    teamA: Price(hundredths: 300), teamB: Price(hundredths: 2_000), seq: 1)),
            MatchWithOdds(
                match: kept(1_001, startsIn: 1).match,
                odds: MatchOdds(
                    teamA: Price(hundredths: 185), teamB: Price(hundredths: 205), seq: 2)),
        ]
        // printf '1001 1.85 2.05\n1002 3.00 20.00\n' | sha256sum
        #expect(
            WorldDigest.hexadecimal(rows)
                == "adc19dcf1cbb19ebe2db0b9d68d7e4dde8b836e0649442288151cd495839d489")
    }

    @Test("A ring keeps the last of what came, in order, and more of it once it has grown")
    func ring() {
        var ring = Ring<Int>(countMax: 3)
        for number in 1...5 { ring.append(number) }
        #expect(ring.elements == [3, 4, 5])
        ring.grow(to: 5)
        for number in 6...8 { ring.append(number) }
        #expect(ring.elements == [4, 5, 6, 7, 8])
    }

    @Test("An id of a world has 32 hexadecimal digits")
    func ids() {
        #expect(WorldID("0123456789abcdef0123456789abcdef") != nil)
        for text in [
            "", "0123456789abcdef0123456789abcde", "0123456789abcdef0123456789abcdef0",
            "0123456789ABCDEF0123456789ABCDEF", "0123456789abcdef0123456789abcdeg",
            "0123456789abcdef0123456789abcdé",
        ] {
            #expect(WorldID(text) == nil, "\(text)")
        }
    }
}
