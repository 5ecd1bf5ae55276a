import Testing

@testable import OddsPlatform

@Suite struct SettledOutcomesTests {
    @Test func oldestGoOnceThereAreTooMany() {
        var outcomes = SettledOutcomes()
        let countMax = Int64(SettledOutcomes.countMax)
        func known(_ some: Int64...) -> [Int64] { some.filter(outcomes.contains) }
        for outcome in 1...countMax { outcomes.insert(outcome) }
        // One that is known takes no place.
        outcomes.insert(2)
        #expect(known(1, countMax) == [1, countMax])
        outcomes.insert(countMax + 1)
        #expect(known(1, 2, countMax + 1) == [2, countMax + 1])
        // What is gone may come again, as the newest.
        outcomes.insert(1)
        #expect(known(1, 2) == [1])
        outcomes.removeAll()
        #expect(known(1) == [])
    }
}
