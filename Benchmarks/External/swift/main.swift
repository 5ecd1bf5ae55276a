// A strategy of this package as a program of the protocol oddsbench.strategy/1: what it
// costs to be asked through pipes or shared memory, beside the same strategy within `bench`.

import Foundation
import OddsConsole
import OddsExternal
import OddsReconstruction

private struct Service: StrategyTask {
    mutating func perform<Strategy: ReconstructionStrategy & ~Copyable>(
        _ strategy: Strategy.Type
    ) throws {
        var reconstruction = OwnReconstruction<Strategy>(name: "swift \(Strategy.name)")
        try StrategyService.run(&reconstruction)
    }
}

guard let name = StrategyName(CommandLine.arguments.dropFirst().first ?? "graph") else {
    let names = Strategies.names.joined(separator: ", ")
    StandardError.print("usage: swift-strategy [\(names)]")
    exit(64)
}
private var service = Service()
do {
    try name.perform(&service)
} catch {
    StandardError.print("swift-strategy: \(error)")
    exit(70)
}
