/// A row of the comparison: ours and another at one task and workload.
public struct PeerComparison: Encodable, Sendable {
    let task, workload, implementation: String
    /// Cost over that of ours: more than 1 if ours is faster.
    let ratio: Double
    let ratioLow, ratioHigh: Double?
    /// `faster`, `slower` or `not told apart`.
    let ours: String
    /// The least ratio that the project promises; absent where nothing is.
    var goal: Double?
    var outcome: GoalOutcome?

    private init(_ line: PeerResult) {
        task = line.task
        workload = line.workload
        implementation = line.implementation
        ratio = line.ratioToOurs.value
        ratioLow = line.ratioToOurs.interval?.lowerBound
        ratioHigh = line.ratioToOurs.interval?.upperBound
        ours = line.ratioToOurs.verdict.rawValue
    }

    private init(_ line: PeerResult, goal: Double) {
        self.init(line)
        self.goal = goal
        outcome = GoalOutcome(of: line.ratioToOurs.interval, atLeast: goal, atMost: nil)
    }

    /// A row for each task and workload that has a rival, with the fastest, the
    /// worst for ours first.
    ///
    /// - Parameter kernels: those that simdjson ran.
    static func worstFirst(_ lines: [PeerResult], simdjson kernels: String) -> [PeerComparison] {
        let rivals = Dictionary(grouping: lines.filter { $0.role == .rival }) {
            [$0.task, $0.workload]
        }
        return rivals.values
            .compactMap { $0.min { $0.ratioToOurs.value < $1.ratioToOurs.value } }
            .sorted { $0.ratioToOurs.value < $1.ratioToOurs.value }
            .map {
                let goal = Goal.ratioMin(task: $0.task, workload: $0.workload, simdjson: kernels)
                return PeerComparison($0, goal: goal)
            }
    }

    static func identical(_ lines: [PeerResult]) -> [PeerComparison] {
        lines.filter { $0.role == .again }.map { PeerComparison($0) }
    }
}
