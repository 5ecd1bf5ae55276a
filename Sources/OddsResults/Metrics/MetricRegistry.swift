import OddsMeasurement

/// All metrics of a run. An entry here adds a metric to the table of runs, the
/// gates, `--fail-if`, `compare`, the report and the documentation of the
/// schema; a computed metric is in the JSON of a run, too.
package enum MetricRegistry {
    package static var all: [Metric] { standard + added }

    /// Further metrics, for tests and for programs that define their own.
    @TaskLocal package static var added: [Metric] = []

    /// The metric at a path; `nil` if there is none.
    package static subscript(path: String) -> Metric? { all.first { $0.path == path } }

    /// The paths of all metrics, in order.
    package static var paths: [String] { all.map(\.path) }

    private static let standard: [Metric] =
        rates
        + latencies("responseTime", .response, "response", "From the intended time to the end"
            + " of service", isCompared: true) { $0.responseTime }
        + latencies("serviceTime", .service, "service", "From the actual start to the end of"
            + " service", isCompared: true) { $0.serviceTime }
        + stages
        + latencies("staleness", .staleness, "staleness", "Age of the oldest update that was due"
            + " and not visible, as seen by a reader at a fixed rate", isCompared: true) {
                $0.staleness
            }
        + machine + memory

    private static let rates = [
        Metric("offeredRate", .rate, .rates, "offered", "Updates due per second of the window") {
            $0.offeredRate
        }.isHigherBetter(true),
        Metric("achievedRate", .rate, .rates, "achieved", "Updates served per second while the"
            + " window was open") { $0.achievedRate }.isHigherBetter(true).compared(),
        Metric("unserved.frames", .count, .rates, "frames not served", "Frames due and not served"
            + " when the window closed") { Double($0.unserved.frames) },
        Metric("unserved.updates", .count, .rates, nil, "Updates due and not served when the"
            + " window closed") { Double($0.unserved.updates) },
        Metric("backlog.maxNanoseconds", .nanoseconds, .rates, "largest backlog", "Longest wait of"
            + " a frame behind others, without the harness's delays") {
                ($0.backlog?.maxNanoseconds).map { Double($0) }
            },
        Metric("backlog.atNanoseconds", .nanoseconds, .rates, "backlog reached at", "When that"
            + " was, since the window opened") {
                ($0.backlog?.atNanoseconds).map { Double($0) }
            },
        Metric("reads.count", .count, .rates, nil, "Measured reads of the consumer") {
            Double($0.reads.count)
        }.isHigherBetter(true),
    ]

    private static let stages: [Metric] =
        StageFigures.Name.allCases.map { name in
            Metric("stages.\(name).meanNanoseconds", .nanoseconds, .stages, "\(name) mean",
                "Exact mean of the stage \(name)") { $0.stages?[name].meanNanoseconds }
                .compared()
        }
        + StageFigures.Name.allCases.flatMap { name in
            latencies("stages.\(name).time", .stages, "\(name)", "Stage \(name)", shown: [.p99])
            { $0.stages?[name].time }
        }
        + [
            Metric("stages.shareOfServiceTime", .share, .stages, "stages/service", "Sum of all"
                + " stages divided by the sum of all service times") {
                $0.stages?.shareOfServiceTime
            },
            Metric("stages.probingNanosecondsPerFrame", .nanoseconds, .stages, "probing/frame",
                "Cost of the probes within each service time") {
                $0.stages?.probingNanosecondsPerFrame
            },
        ]

    /// The influence of the harness and of the machine.
    private static let machine: [Metric] =
        latencies("lateness", .machine, "lateness", "The harness's own delay of a frame while the"
            + " strategy was idle", shown: [.p99], showsMax: true) { $0.lateness }
        + latencies("harness.undelayedResponseTime", .machine, "undelayed response", "Response"
            + " time without the harness's delays", shown: HarnessShare.judged) {
                $0.harness?.undelayedResponseTime
            }
        + latencies("harness.undelayedServiceTime", .machine, "undelayed service", "Service time"
            + " without the time off the core", shown: []) { $0.harness?.undelayedServiceTime }
        + [
            Metric("harness.delayedShare", .share, .machine, "lost in delays", "Delays by the"
                + " harness of more than 20 µs, by the window") { $0.harness?.delayedShare },
            Metric("harness.serviceLostShare", .share, .machine, "lost in services", "Time off the"
                + " core within services, by the window") { $0.harness?.serviceLostShare },
        ]
        + latencies("jitter.wakeDelay", .machine, "jitter", "Wake-up delay of an idle thread"
            + " beyond the shortest one", shown: [.p50, .p99, .p999], showsMax: true) {
                $0.jitter?.wakeDelay
            }
        + [
            Metric("jitter.intervalNanoseconds", .nanoseconds, .machine, nil, "Sleep of the idle"
                + " thread between two wake-ups") {
                ($0.jitter?.intervalNanoseconds).map { Double($0) }
            },
            Metric("jitter.processorShare", .share, .machine, "jitter thread's cost", "Processor"
                + " time of the idle thread divided by wall time") { $0.jitter?.processorShare },
            Metric("usage.stolenShare", .share, .machine, "stolen", "Processor time of the machine"
                + " that the hypervisor stole") { $0.usage?.stolenShare },
            Metric("usage.userNanoseconds", .nanoseconds, .machine, "CPU time, user", "Processor"
                + " time of the measured thread in user mode") {
                ($0.usage?.userNanoseconds).map { Double($0) }
            },
            Metric("usage.systemNanoseconds", .nanoseconds, .machine, "CPU time, system",
                "Processor time of the measured thread in the kernel") {
                ($0.usage?.systemNanoseconds).map { Double($0) }
            },
            Metric("usage.involuntarySwitches", .count, .machine, "involuntary switches",
                "Involuntary context switches of the measured thread") {
                ($0.usage?.involuntarySwitches).map { Double($0) }
            },
            Metric("usage.voluntarySwitches", .count, .machine, "voluntary switches",
                "Voluntary context switches of the measured thread") {
                ($0.usage?.voluntarySwitches).map { Double($0) }
            },
            Metric("program.processorNanoseconds", .nanoseconds, .machine, "program CPU time",
                "Processor time of a program in another process within the window") {
                ($0.program?.processorNanoseconds).map { Double($0) }
            },
            Metric("usage.minorFaults", .count, .machine, "page faults", "Page faults without a"
                + " disk read") { ($0.usage?.minorFaults).map { Double($0) } },
            Metric("usage.majorFaults", .count, .machine, "page faults, disk", "Page faults with a"
                + " disk read") { ($0.usage?.majorFaults).map { Double($0) } },
        ]

    private static let memory = [
        Metric("allocationsPerUpdate", .number, .memory, "allocations/update", "Heap allocations"
            + " within the window per update served in it") { $0.allocationsPerUpdate }.compared(),
        Metric("memory.residentBytesBefore", .bytes, .memory, "resident before", "Resident set"
            + " size before the strategy was created") {
            ($0.memory.residentBytesBefore).map { Double($0) }
        },
        Metric("memory.residentBytesPeak", .bytes, .memory, "resident peak", "Peak of the resident"
            + " set size until the window closed") {
            ($0.memory.residentBytesPeak).map { Double($0) }
        }.compared(),
        Metric("memory.residentBytesAfter", .bytes, .memory, "resident after", "Resident set size"
            + " after the last frame") { ($0.memory.residentBytesAfter).map { Double($0) } }
            .compared(),
        Metric("memory.allocatedBytes", .bytes, .memory, "heap allocated", "Live heap after the"
            + " last frame") { ($0.memory.allocatedBytes).map { Double($0) } }.compared(),
        Metric("memory.activeBytes", .bytes, .memory, "heap active", "Heap pages in use after the"
            + " last frame") { ($0.memory.activeBytes).map { Double($0) } },
        Metric("memory.frameBufferBytes", .bytes, .memory, "frame mapping", "Size of the memory"
            + " for the frames, in no other figure") { Double($0.memory.frameBufferBytes) },
    ]

    /// The percentiles, the maximum and the count of a distribution.
    private static func latencies(
        _ path: String, _ group: Metric.Group, _ label: String, _ meaning: String,
        shown: [Percentile] = Percentile.allCases, showsMax: Bool? = nil, isCompared: Bool = false,
        _ summary: @escaping @Sendable (RunResult) -> LatencySummary?
    ) -> [Metric] {
        let showsMax = showsMax ?? (shown.count == Percentile.allCases.count)
        var metrics = Percentile.allCases.map { percentile in
            var metric = Metric(
                "\(path).\(percentile.key)", .nanoseconds, group,
                shown.contains(percentile) ? "\(label) \(percentile.label)" : nil,
                "\(meaning): \(percentile.label)"
            ) { summary($0)?[percentile].map { Double($0) } }
            metric.percentile = percentile
            metric.distribution = summary
            metric.isCompared = isCompared
            return metric
        }
        var max = Metric(
            "\(path).max", .nanoseconds, group, showsMax ? "\(label) max" : nil,
            "\(meaning): maximum") { summary($0)?.max.map { Double($0) } }
        max.isCompared = isCompared
        metrics.append(max)
        let count = Metric("\(path).count", .count, group, nil, "\(meaning): sample size") {
            summary($0).map { Double($0.count) }
        }
        return metrics + [count.isHigherBetter(true)]
    }
}

extension RunResult {
    /// The figure of a metric by its path; `nil` if the run lacks it.
    package subscript(path: String) -> Double? { MetricRegistry[path]?.value(self) }
}
