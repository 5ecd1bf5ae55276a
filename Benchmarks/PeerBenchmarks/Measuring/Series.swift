/// What one process measured of one implementation.
public struct Series: Codable, Equatable, Sendable {
    let task: String
    let workload: String
    let implementation: String
    let omissions: String
    var role: Role
    /// The costs of the rounds.
    var nanosecondsPerRecord: [Double] = []
    /// What was timed, a round.
    let frames: Int, records: Int, bytes: Int
    /// The growth of the resident set, the input's own bytes not counted; only
    /// for what has a process of its own.
    var residentBytesAtRest: Int?
    var residentBytesPeak: Int?
}

extension Series {
    /// No rounds yet, of a contestant on some frames.
    init(_ contestant: Contestant, task: String, on frames: FrameSet) {
        let timed = contestant.timed(of: frames)
        self.init(
            task: task, workload: frames.name, implementation: contestant.name,
            omissions: contestant.omissions, role: contestant.role, frames: timed.count,
            records: frames.recordCount(of: timed), bytes: frames.byteCount(of: timed))
    }
}

extension Series {
    /// The same as what an earlier program measured; `nil` for what is not ours,
    /// and for ours again.
    var asBefore: Series? {
        guard role == .ours || role == .variant else { return nil }
        var copy = self
        copy.role = .before
        return copy
    }
}

/// Times all in turns, each round in another order: what ran before leaves
/// caches and the allocator in another state.
///
/// - Parameter time: a round of the series at an index, in nanoseconds per
///   record.
func measureInTurns(
    _ series: inout [Series], rounds: Int, time: (Int) throws -> Double
) rethrows {
    for _ in 0..<rounds {
        for index in series.indices.shuffled() {
            series[index].nanosecondsPerRecord.append(try time(index))
        }
    }
}
