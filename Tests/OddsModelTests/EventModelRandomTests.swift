import OddsModel
import OddsTestInputs
import Testing

/// Random trees, built and read back.
@Suite struct EventModelRandomTests {
    @Test(arguments: 0..<40)
    func readsBackWhatWasBuilt(seed: UInt64) {
        print("seed \(seed)")
        var generator = SplitMix64(seed: seed)
        var builder = EventModelBuilder()
        for _ in 0..<5 {
            let plain = PlainNode.randomEvent(using: &generator)
            builder.appendWords(plain)
            let fromWords = builder.finish()
            builder.appendValues(plain)
            let fromValues = builder.finish()

            #expect(PlainNode(fromWords) == plain)
            #expect(PlainNode(fromValues) == plain)
            #expect(fromWords == fromValues)
        }
    }

    @Test(arguments: 0..<40)
    func anyDifferenceIsSeen(seed: UInt64) {
        print("seed \(seed)")
        var generator = SplitMix64(seed: seed)
        let plain = PlainNode.randomEvent(using: &generator)
        let event = buildEvent(plain)
        for _ in 0..<20 {
            var changed = plain
            changed.changeSomething(using: &generator)
            #expect((buildEvent(changed) == event) == (changed == plain))
        }
    }

    @Test(arguments: 0..<20)
    func theVisitorSeesEveryOffer(seed: UInt64) {
        print("seed \(seed)")
        var generator = SplitMix64(seed: seed)
        let event = buildEvent(.randomEvent(using: &generator))
        let offers = event.markets.flatMap { $0.outcomes.flatMap { Array($0.bettingOffers) } }
        var visited: [String] = []
        event.forEachBettingOffer { key, odds, isAvailable in
            let id = event.withIDBytes(of: key) { EntityID(utf8: $0) }
            visited.append("\(id) \(odds.bitPattern) \(isAvailable)")
        }
        let expected = offers.map {
            "\($0.id) \(($0.odds ?? .nan).bitPattern) \($0.isAvailable ?? false)"
        }
        #expect(visited == expected)
    }
}

extension PlainNode {
    /// Changes one thing at random, now and then to what it was.
    fileprivate mutating func changeSomething(using generator: inout SplitMix64) {
        if !children.isEmpty, Int.random(in: 0..<4, using: &generator) > 0 {
            let index = children.indices.randomElement(using: &generator)!
            children[index].changeSomething(using: &generator)
            return
        }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: id = [UInt8.random(in: 0x30...0x39, using: &generator)]
        case 1 where !children.isEmpty: children.removeLast()
        case 2 where !infos.isEmpty: infos.swapAt(0, infos.count - 1)
        default:
            let property = Schema.properties(of: type).randomElement(using: &generator)!
            properties[property.index] =
                Bool.random(using: &generator)
                ? nil : Self.randomValue(property.kind, using: &generator)
        }
    }
}
