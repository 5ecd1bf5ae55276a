/// What the project promises of a figure, and what it came to. Other load on
/// the machine spoils most of them; `machine.load` in the report says whether
/// there was any.
public struct Goal: Encodable, Sendable {
    public let name: String
    public let measured: Double
    public let unit: String
    /// The 95% interval of what was measured, over the processes; `nil` for what
    /// is compared with nothing, and for too few processes.
    public let measuredLow: Double?
    public let measuredHigh: Double?
    /// The least or the most that is promised; the other is `nil`.
    public let atLeast: Double?
    public let atMost: Double?
    public let outcome: GoalOutcome

    /// A figure by itself, not a comparison.
    private init(
        _ name: String, _ measured: Double, _ unit: String, atLeast: Double? = nil,
        atMost: Double? = nil
    ) {
        self.name = name
        self.measured = measured
        self.unit = unit
        self.atLeast = atLeast
        self.atMost = atMost
        measuredLow = nil
        measuredHigh = nil
        outcome = GoalOutcome(of: measured, atLeast: atLeast, atMost: atMost)
    }

    /// A comparison, which is decided by its interval.
    private init(
        _ name: String, _ measured: Double, in interval: ClosedRange<Double>?, _ unit: String,
        atLeast: Double? = nil, atMost: Double? = nil
    ) {
        self.name = name
        self.measured = measured
        self.unit = unit
        self.atLeast = atLeast
        self.atMost = atMost
        measuredLow = interval?.lowerBound
        measuredHigh = interval?.upperBound
        outcome = GoalOutcome(of: interval, atLeast: atLeast, atMost: atMost)
    }
}

extension Goal {
    /// How many times as fast as the fastest rival ours is to be: where nothing
    /// more is promised, no slower.
    ///
    /// - Parameter kernels: those that simdjson ran. Without AVX-512 (`haswell`) it is
    ///   slower, and more is promised.
    static func ratioMin(
        task: String, workload: String, simdjson kernels: String? = nil
    ) -> Double {
        switch (task, workload) {
        case (PeerTask.apply.name, "odds"): 2.2
        case (PeerTask.apply.name, "steady"), (PeerTask.apply.name, "captured"): 1.5
        case (PeerTask.decode.name, "odds"): kernels == "haswell" ? 3.5 : 2.6
        case (PeerTask.decode.name, "steady"): 1.7
        case (PeerTask.decode.name, "captured"): 2.3
        case (DumpTask.name, _): 2.2
        default: 1
        }
    }

    /// The goals of whatever was measured.
    ///
    /// - Parameter kernels: those that simdjson ran.
    static func all(
        tasks: [PeerResult], styles: [PeerResult], growth: [GrowthLine], churn: [ChurnLine],
        simdjson kernels: String? = nil
    ) -> [Goal] {
        speed(tasks, kernels) + dump(tasks) + self.styles(styles) + self.growth(growth)
            + self.churn(churn)
    }

    /// The speed at which simdjson is used well, in gigabytes per second. With its
    /// kernels for AVX2 it took about twice the time of those for AVX-512 on both
    /// processors that were tried.
    private static func simdjsonSpeedMin(_ kernels: String?) -> Double {
        kernels == "haswell" ? 0.9 : 1.6
    }

    private static func speed(_ tasks: [PeerResult], _ kernels: String?) -> [Goal] {
        let find = { (task: String, implementation: String) in
            tasks.first {
                $0.task == task && $0.workload == "odds" && $0.implementation == implementation
            }
        }
        let decode = find(PeerTask.decode.name, SimdjsonWalk.name).map {
            Goal(
                "decode, odds frames: simdjson is used well", $0.bytesPerSecond / 1e9,
                "GB/s", atLeast: simdjsonSpeedMin(kernels))
        }
        let simdjson = find(PeerTask.apply.name, SimdjsonApply.name).map {
            Goal(
                "apply, odds frames: times as fast as simdjson", $0.ratioToOurs.value,
                in: $0.ratioToOurs.interval, "times",
                atLeast: ratioMin(task: $0.task, workload: $0.workload))
        }
        let naive = find(PeerTask.apply.name, NaiveApply.name).map {
            Goal(
                "apply, odds frames: times as fast as the naive way", $0.ratioToOurs.value,
                in: $0.ratioToOurs.interval, "times", atLeast: 1_000)
        }
        let full = find(PeerTask.tree.name, "ours (full)").map {
            let perFrame = $0.nanosecondsPerRecord.median * Double($0.records) / Double($0.frames)
            return Goal(
                "tree, full: an odds frame, 100 × 50 × 3", perFrame / 1e6, "ms", atMost: 2)
        }
        return [decode, simdjson, naive, full].compactMap { $0 }
    }

    private static func dump(_ tasks: [PeerResult]) -> [Goal] {
        guard let ours = tasks.first(where: { $0.task == DumpTask.name }) else { return [] }
        let share = { (bytes: Int) in Double(bytes) / Double(ours.bytes) }
        let rest = ours.residentBytesAtRest.map {
            Goal("dump: memory at rest", share($0), "times the dump", atMost: 0.8)
        }
        let peak = ours.residentBytesPeak.map {
            Goal("dump: memory at the peak", share($0), "times the dump", atMost: 1.5)
        }
        let speed = Goal("dump", ours.bytesPerSecond / 1e6, "MB/s", atLeast: 700)
        return [speed] + [rest, peak].compactMap { $0 }
    }

    /// The style with the worst outcome of each kind of frames; of several, the
    /// one that costs most.
    private static func styles(_ lines: [PeerResult]) -> [Goal] {
        let workloads = lines.reduce(into: [String]()) { names, line in
            if !names.contains(line.workload) { names.append(line.workload) }
        }
        return workloads.compactMap { workload in
            lines.filter { $0.workload == workload && $0.role == .variant }
                .map { line in
                    Goal(
                        "styles, \(workload) frames: records a second (\(line.task), "
                            + "\(line.implementation))",
                        1 / line.ratioToOurs.value, in: line.ratioToOurs.inverseInterval,
                        "times plain", atLeast: 0.6)
                }
                .min { ($0.outcome, $0.measured) < ($1.outcome, $1.measured) }
        }
    }

    private static func growth(_ lines: [GrowthLine]) -> [Goal] {
        guard let largest = lines.last(where: { $0.result.role == .ours }) else { return [] }
        return [
            Goal(
                "growth: an update at \(largest.size.name)", largest.growth.value,
                in: largest.growth.interval, "times the first", atMost: 2.2)
        ]
    }

    /// A byte left behind by each create would be several times the limit.
    private static func churn(_ lines: [ChurnLine]) -> [Goal] {
        lines.compactMap { line in
            line.growthBytes.map {
                Goal(
                    "churn, \(line.strategy): memory grown over \(line.creates) creates",
                    Double($0) / 1e6, "MB", atMost: ChurnLine.growthBytesMax / 1e6)
            }
        }
    }
}
