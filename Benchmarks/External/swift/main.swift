// A strategy of this package as a program of the protocol oddsbench.strategy/1: what it
// costs to be asked through pipes or shared memory, beside the same strategy within `bench`.

import Foundation
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
    FileHandle.standardError.write(Data("usage: swift-strategy [\(names)]\n".utf8))
    exit(64)
}
private var service = Service()
do {
    try name.perform(&service)
} catch {
    FileHandle.standardError.write(Data("swift-strategy: \(error)\n".utf8))
    exit(70)
}
