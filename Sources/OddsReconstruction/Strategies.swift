import OddsReconstruction

/// The strategies by name: to add one, add a case, and the compiler names the
/// place that is left.
enum StrategyKind: String, CaseIterable, Codable {
    case full, delta, graph

    /// Does `task` with the strategy's type, so that all that follows is
    /// generic over it.
    func perform<Task: StrategyTask>(_ task: inout Task) throws -> Task.Output {
        switch self {
        case .full: try task.perform(FullRebuild.self)
        case .delta: try task.perform(DeltaRebuild.self)
        case .graph: try task.perform(IncrementalGraph.self)
        }
    }
}

/// What is done with a strategy that is known by name only at run time.
protocol StrategyTask {
    associatedtype Output
    mutating func perform<Strategy: ReconstructionStrategy & ~Copyable>(
        _ strategy: Strategy.Type
    ) throws -> Output
}
