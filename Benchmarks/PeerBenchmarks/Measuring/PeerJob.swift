/// A part of a comparison, which a process of its own measures.
public enum PeerJob: Codable, Equatable, Sendable {
    case task(String, Workload)
    case styles(Workload)
    case growth(frames: Int)

    /// What a run measures, in order.
    ///
    /// - Parameter tasks: the names of what is wanted.
    public static func all(
        tasks: (String) -> Bool, on workloads: [Workload], growthFrames: Int
    ) -> [PeerJob] {
        let comparisons = workloads.flatMap { workload in
            PeerTask.all.filter { tasks($0.name) && workload.serves($0) }
                .map { PeerJob.task($0.name, workload) }
        }
        let styles = tasks(StyleTable.name) ? workloads.map { PeerJob.styles($0) } : []
        return comparisons + styles
            + (tasks(GrowthTable.name) ? [.growth(frames: growthFrames)] : [])
    }

    /// Whether its frames are recorded ones.
    public var isOfCapture: Bool { !capturePaths.isEmpty }

    /// The captures that its frames are from.
    public var capturePaths: [String] {
        switch self {
        case .task(_, .captured(let paths, _)), .styles(.captured(let paths, _)): paths
        default: []
        }
    }

    /// Whether another program's part can stand beside it: its series are
    /// implementations.
    var comparesPrograms: Bool {
        if case .styles = self { false } else { true }
    }

    /// The names of all implementations of all tasks, each once.
    public static var implementationNames: [String] { names { _ in true } }

    /// Those of them that an earlier program has, too, and of these the wanted.
    ///
    /// - Parameter wanted: names; empty for all.
    static func namesOfEarlier(among wanted: [String]) -> [String] {
        names { contestant in
            contestant.role == .ours
                || contestant.role == .variant
                    && (wanted.isEmpty || wanted.contains(contestant.name))
        }
    }

    private static func names(where isIncluded: (Contestant) -> Bool) -> [String] {
        PeerTask.all.flatMap(\.contestants).filter(isIncluded).map(\.name)
            .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// For progress and errors.
    public var title: String {
        switch self {
        case .task(let name, let workload): "\(name), \(workload.name) frames"
        case .styles(let workload): "styles, \(workload.name) frames"
        case .growth: "growth"
        }
    }

    /// Checks, before anything is measured, that all results are equal.
    ///
    /// - Throws: `PeerError`, `CaptureError`.
    public func check() throws {
        switch self {
        case .task(let name, let workload): try Self.task(name).check(on: workload.frames())
        case .styles(let workload): try StyleTable.check(on: workload.frames())
        case .growth: try GrowthTable.check()
        }
    }

    /// One process's part.
    ///
    /// - Parameter implementations: those that take turns in a task beside
    ///   ours; empty for all.
    /// - Throws: `PeerError`, `.unoptimized` in a debug build; `CaptureError`.
    public func measure(rounds: Int, implementations: [String] = []) throws -> [Series] {
        try Optimization.require()
        return switch self {
        case .task(let name, let workload):
            try Self.task(name).of(implementations)
                .measure(on: workload.frames(), rounds: rounds)
        case .styles(let workload):
            try StyleTable.measure(on: workload.frames(), rounds: rounds)
        case .growth(let frames):
            try GrowthTable.measure(updateCount: frames, rounds: rounds)
        }
    }

    private static func task(_ name: String) throws -> PeerTask {
        guard let task = PeerTask.all.first(where: { $0.name == name }) else {
            throw PeerError.unknown(name: name, known: PeerTask.all.map(\.name))
        }
        return task
    }
}
