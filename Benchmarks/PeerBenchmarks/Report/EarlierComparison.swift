/// A row of the comparison with an earlier program: one of our implementations,
/// then and now.
public struct EarlierComparison: Encodable, Sendable {
    let task, workload, implementation: String
    let nanosecondsPerRecordBefore, nanosecondsPerRecord: Double
    /// Cost before over cost now: more than 1 if it became faster.
    let ratio: Double
    let ratioLow, ratioHigh: Double?

    /// A row for each line of the earlier program, in their order.
    static func all(_ lines: [PeerResult]) -> [EarlierComparison] {
        lines.filter { $0.role == .before }.compactMap { before in
            let now = lines.first {
                $0.role != .before && $0.task == before.task && $0.workload == before.workload
                    && $0.implementation == before.implementation
            }
            guard let now else { return nil }
            return EarlierComparison(
                task: before.task, workload: before.workload,
                implementation: before.implementation,
                nanosecondsPerRecordBefore: before.nanosecondsPerRecord.median,
                nanosecondsPerRecord: now.nanosecondsPerRecord.median,
                ratio: before.ratioToOurs.value,
                ratioLow: before.ratioToOurs.interval?.lowerBound,
                ratioHigh: before.ratioToOurs.interval?.upperBound)
        }
    }
}
