/// All runs of one command, in order of execution.
public struct RunResults: ResultContent {
    /// `result`, as in `oddsbench.result/2`.
    public static var kind: String { "result" }

    /// The runs, in order of execution.
    public var runs: [RunResult]
    /// Why runs were repeated or dropped, one line each; `nil` if none were.
    public var disturbances: [String]?

    /// Collects runs.
    ///
    /// - Parameters:
    ///   - runs: The runs, in order of execution.
    ///   - disturbances: Why runs were repeated or dropped, one line each.
    public init(runs: [RunResult], disturbances: [String]? = nil) {
        self.runs = runs
        self.disturbances = disturbances
    }
}
