@testable import GameServer

/// What must become of a world, told by looking at all of it before and after: no index, no
/// row, no counter is taken from the implementation.
struct WorldReference {
    private(set) var matches: [MatchWithOdds]
    private var idsSeen: Set<Int>
    private var seq: Int

    init(_ world: World) {
        matches = Self.sorted(world)
        idsSeen = Set(world.rows.map(\.match.id))
        seq = world.seq
    }

    private static func sorted(_ world: World) -> [MatchWithOdds] {
        world.rows.sorted { $0.match.id < $1.match.id }
    }

    /// What is wrong with a world in which one match's odds have moved by themselves.
    mutating func fault(ofStepTo world: World) -> String? {
        let moved = changes(to: world)
        guard moved.count == 1, let (old, new) = moved.first, old.match == new.match else {
            return "\(moved.count) matches changed"
        }
        guard new.odds.seq == seq + 1 else { return "seq \(new.odds.seq) after \(seq)" }
        let prices = [(old.odds.teamA, new.odds.teamA), (old.odds.teamB, new.odds.teamB)]
        guard prices.contains(where: { $0 != $1 }) else { return "no price changed" }
        for (old, new) in prices {
            guard (105...2_000).contains(new.hundredths) else { return "\(new) is out of bounds" }
            let step = abs(old.hundredths - new.hundredths)
            guard step <= max(1, old.hundredths * 5 / 100) else { return "a step of \(step)" }
        }
        return accept(world, seq: seq + 1)
    }

    /// What is wrong with a world in which the matches that have begun were replaced.
    mutating func fault(
        ofReplacingIn world: World, now: GameTime, isChanged: Bool
    ) -> String? {
        fault(of: world, now: now, isChanged: isChanged) { $0.startSeconds <= now.seconds }
    }

    /// What is wrong with a world of which all matches were replaced.
    mutating func fault(ofResetOf world: World, now: GameTime) -> String? {
        fault(of: world, now: now, isChanged: true) { _ in true }
    }

    private mutating func fault(
        of world: World, now: GameTime, isChanged: Bool, goes: (Match) -> Bool
    ) -> String? {
        let stay = matches.filter { !goes($0.match) }
        let gone = matches.count - stay.count
        guard isChanged == (gone > 0) else { return "says \(isChanged) of \(gone) begun ones" }
        let all = Self.sorted(world)
        let new = all.filter { !idsSeen.contains($0.match.id) }
        guard all.filter({ idsSeen.contains($0.match.id) }) == stay else {
            return "others than those that begin have changed"
        }
        for match in matches.map(\.match) where goes(match) {
            guard world.row(of: match.id) == nil else { return "a row of one that has gone" }
        }
        guard new.count == gone else { return "\(new.count) new ones for \(gone)" }
        guard new.allSatisfy({ $0.match.startSeconds > now.seconds }) else {
            return "a new one has begun"
        }
        guard Set(new.map(\.odds.seq)) == Set((seq + 1)..<(seq + 1 + gone)) else {
            return "numbers of the new ones"
        }
        return accept(world, seq: seq + gone)
    }

    /// What is wrong with a world in which the odds of one match were set.
    mutating func fault(
        ofSetting id: Int, _ teamA: Price, _ teamB: Price, in world: World
    ) -> String? {
        var expected = matches
        guard let place = expected.firstIndex(where: { $0.match.id == id }) else { return "id" }
        expected[place].odds = MatchOdds(teamA: teamA, teamB: teamB, seq: seq + 1)
        guard Self.sorted(world) == expected else { return "not what was set" }
        return accept(world, seq: seq + 1)
    }

    private func changes(to world: World) -> [(MatchWithOdds, MatchWithOdds)] {
        zip(matches, Self.sorted(world)).filter { $0 != $1 }
    }

    private mutating func accept(_ world: World, seq: Int) -> String? {
        guard world.seq == seq else { return "the counter is \(world.seq), not \(seq)" }
        self.seq = seq
        matches = Self.sorted(world)
        idsSeen.formUnion(matches.map(\.match.id))
        for (row, match) in world.rows.enumerated() {
            guard world.row(of: match.match.id) == row else { return "the index of a row" }
        }
        guard world.firstStartSeconds == matches.map(\.match.startSeconds).min() else {
            return "the first start"
        }
        return nil
    }
}
