import OddsReconstruction
import Testing

@Suite struct StrategyRegistryTests {
    @Test func namesAreThoseOfTheStrategiesAndAllDiffer() {
        #expect(Strategies.names == ["full", "delta", "graph"])
        #expect(Set(Strategies.names).count == Strategies.names.count)
        #expect(StrategyName("delta")?.text == "delta")
        #expect(StrategyName("best") == nil)
        #expect(StrategyName.graph.text == IncrementalGraph.name)
    }

    @Test func tasksMeetTheTypeOfTheName() throws {
        struct NameOf: StrategyTask {
            mutating func perform<Strategy: ReconstructionStrategy & ~Copyable>(
                _ strategy: Strategy.Type
            ) -> String { Strategy.name }
        }
        var task = NameOf()
        for name in StrategyName.all { #expect(try name.perform(&task) == name.text) }
    }
}
