/// All strategies by name. A line in `visitAll` puts one into `run`, `live`,
/// replays, gates, help texts, differential tests and fuzzing.
public enum Strategies {
    /// Shows `visitor` each strategy's type, in the order in which tables have
    /// them. Inlined into the caller, so that all that follows is specialized
    /// for each type.
    ///
    /// - Throws: What `visitor` throws.
    @inlinable
    public static func visitAll<Visitor: StrategyVisitor>(_ visitor: inout Visitor) throws {
        try visitor.visit(FullRebuild.self)
        try visitor.visit(DeltaRebuild.self)
        try visitor.visit(IncrementalGraph.self)
        for strategy in added { try visitor.visit(strategy) }
    }

    /// Strategies beside those of this module: for tests, and for programs that
    /// have some of their own. They are not specialized, and so are slower than
    /// a direct call of generic code.
    @TaskLocal public static var added: [any (ReconstructionStrategy & ~Copyable).Type] = []

    /// The names, in order.
    public static var names: [String] {
        var collector = NameCollector()
        // The collector never throws.
        try? visitAll(&collector)
        return collector.names
    }

    private struct NameCollector: StrategyVisitor {
        var names: [String] = []

        mutating func visit<Strategy: ReconstructionStrategy & ~Copyable>(
            _ strategy: Strategy.Type
        ) {
            names.append(Strategy.name)
        }
    }
}

/// Is shown the types of strategies.
public protocol StrategyVisitor {
    /// Called once for each strategy.
    ///
    /// - Throws: What ends the visit.
    mutating func visit<Strategy: ReconstructionStrategy & ~Copyable>(
        _ strategy: Strategy.Type) throws
}

/// What is done with one strategy that is known by its name only at run time.
public protocol StrategyTask {
    /// What the task results in.
    associatedtype Output

    /// Does the task with the type of the strategy.
    ///
    /// - Throws: Why it could not be done.
    mutating func perform<Strategy: ReconstructionStrategy & ~Copyable>(
        _ strategy: Strategy.Type) throws -> Output
}

/// The name of a strategy that there is.
public struct StrategyName: Hashable, Sendable, CustomStringConvertible {
    /// As the command line and reports have it.
    public let text: String

    /// `nil` if no strategy has that name.
    public init?(_ text: some StringProtocol) {
        guard Strategies.names.contains(where: { $0 == text }) else { return nil }
        self.text = String(text)
    }

    private init(known text: String) { self.text = text }

    public var description: String { text }

    /// In the order of `Strategies`.
    public static var all: [StrategyName] { Strategies.names.map(StrategyName.init(known:)) }

    /// The incremental graph, what clients use unless told otherwise.
    public static let graph = StrategyName(known: IncrementalGraph.name)

    /// Does `task` with the strategy's type. Inlined into the caller, as
    /// `Strategies.visitAll` is.
    ///
    /// - Throws: What `task` throws.
    @inlinable
    public func perform<Task: StrategyTask>(_ task: inout Task) throws -> Task.Output {
        var search = StrategySearch(name: text, task: task)
        try Strategies.visitAll(&search)
        task = search.task
        guard let output = search.output else {
            preconditionFailure("no strategy is called \(text)")
        }
        return output
    }
}

@usableFromInline
struct StrategySearch<Task: StrategyTask>: StrategyVisitor {
    @usableFromInline let name: String
    @usableFromInline var task: Task
    @usableFromInline var output: Task.Output?

    @inlinable
    init(name: String, task: Task) {
        self.name = name
        self.task = task
    }

    @inlinable
    mutating func visit<Strategy: ReconstructionStrategy & ~Copyable>(
        _ strategy: Strategy.Type
    ) throws {
        if Strategy.name == name { output = try task.perform(strategy) }
    }
}

extension StrategyName: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let name = StrategyName(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "no strategy is called '\(text)'")
        }
        self = name
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
