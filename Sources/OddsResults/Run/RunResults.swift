/// All runs of one command, in order of execution.
public struct RunResults: ResultContent {
    public static var kind: String { "result" }

    public var runs: [RunResult]
    /// Why runs were made again or left out, a line each; `nil` if none were.
    public var disturbances: [String]?

    public init(runs: [RunResult], disturbances: [String]? = nil) {
        self.runs = runs
        self.disturbances = disturbances
    }
}
