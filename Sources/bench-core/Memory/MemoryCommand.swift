import ArgumentParser
import Foundation
import OddsHarness
import OddsMeasurement
import OddsTraffic

extension AllocatorChoice: ExpressibleByArgument {}

struct MemoryCommand: WorkingCommand {
    static let configuration = CommandConfiguration(
        commandName: "memory",
        abstract: "Shows what strategies take of memory, phase by phase.",
        discussion: """
            Each strategy goes through its phases in a process of its own: empty, dump loaded, \
            steady, churn, idle, cleared (by a dump without entities), released. Frames come as \
            fast as the strategy takes them.

            Example: bench memory --strategy all --allocator system --heap-profile heap
            """)

    @Option(help: "full, delta, graph, or all of them.")
    var strategy = StrategySelection.all

    @OptionGroup(title: "Traffic")
    var traffic: TrafficOptions

    @Option(help: "How much of the schedule the steady and the churn phase each take.")
    var duration = DurationOption(seconds: 1)

    @Option(help: "How long the idle phase takes.")
    var idle = DurationOption(seconds: 2)

    @Option(help: "What is read after each frame: changes, page or snapshot.")
    var consumer = ConsumerKind.page

    @Option(
        help: ArgumentHelp(
            "jemalloc, or system: then the C library's allocator beside jemalloc.",
            valueName: "name"))
    var allocator = AllocatorChoice.jemalloc

    @Option(
        name: .customLong("heap-profile"),
        help: """
            Run each strategy once more with jemalloc's profiler, and write what is alive at the \
            end of each phase, and the difference to the phase before, into this folder: as \
            text and as folded stacks, with the names of Swift functions.
            """)
    var heapProfileFolder: String?

    @Option(help: "table or json.")
    var format = OutputFormat.table

    @Option(help: "Write to this file instead of standard output.")
    var output: String?

    @OptionGroup
    var results: ResultOptions

    func validate() throws {
        guard duration.nanoseconds > 0 else {
            throw ValidationError("--duration must be longer than 0")
        }
    }

    func run() throws {
        let start = Date()
        let processorTime = ProcessorTime.current()
        let report = try Report(path: output)
        let folder = try ResultFolder(results, command: "memory", start: start)
        let allocators = try self.allocators()
        var profiles: [MemoryProfile] = []
        var digest = ""
        for kind in strategy.kinds {
            for (choice, environment) in allocators {
                let title = "\(kind.rawValue) on \(choice.rawValue)"
                let result = try session(kind, title).run(
                    "profile", plan: plan(for: kind), environment: environment,
                    as: MemoryProfile.self)
                profiles.append(result.output)
                digest = result.trafficDigest
            }
        }
        try check(profiles)
        let missing = try writeHeapProfiles()
        let result = MemoryResult(
            command: words, seed: traffic.seed.value, trafficDigest: digest,
            environment: .current(since: start, processorTime: processorTime),
            profiles: profiles, missing: missing)
        switch format {
        case .table: try report.write(lines: [title, ""] + MemoryTable.lines(result))
        case .json: try report.write(ResultCoding.encode(result))
        }
        try folder.keep(result)
    }

    /// With what each is put into a process's environment.
    private func allocators() throws -> [(AllocatorChoice, [String: String])] {
        let wanted: [AllocatorChoice] =
            allocator == .system && Allocator.isJemalloc ? [.jemalloc, .system] : [allocator]
        return try wanted.map { choice in
            guard let environment = choice.environment else {
                throw BenchFailure(
                    .usage,
                    choice == .jemalloc
                        ? "--allocator jemalloc: built without jemalloc (BENCH_NO_JEMALLOC=1)"
                        : "--allocator system: only on Linux can a program built with jemalloc"
                            + " do without it; build with BENCH_NO_JEMALLOC=1")
            }
            return (choice, environment)
        }
    }

    private func session(_ kind: StrategyKind, _ title: String) -> RunSession {
        var churn = traffic
        churn.scenario = Defaulted("churn")
        return RunSession(
            plan: RunPlan(
                strategy: kind, consumer: consumer, warmupNanoseconds: 0,
                durationNanoseconds: 2 * duration.nanoseconds,
                traffic: .phases(
                    steady: traffic.words, churn: churn.words,
                    phaseNanoseconds: duration.nanoseconds),
                channelNames: [TrafficGenerator.channel]),
            progress: ProgressLine(title: title))
    }

    private func plan(for kind: StrategyKind, heapProfiles: String? = nil) -> MemoryPlan {
        MemoryPlan(
            strategy: kind, consumer: consumer, phaseNanoseconds: duration.nanoseconds,
            idleNanoseconds: idle.nanoseconds, channelNames: [TrafficGenerator.channel],
            heapProfileFolder: heapProfiles)
    }

    /// No figures of strategies that did different things.
    private func check(_ profiles: [MemoryProfile]) throws {
        guard let other = profiles.first(where: { $0.checksum != profiles[0].checksum }) else {
            return
        }
        throw BenchFailure(
            .checkFailed,
            """
            \(profiles[0].strategy) and \(other.strategy) read different values: checksum \
            \(profiles[0].checksum) against \(other.checksum)
            """)
    }

    /// In runs of their own, as sampling changes what is measured. Returns why
    /// there are none.
    private func writeHeapProfiles() throws -> [String] {
        guard let folder = heapProfileFolder else { return [] }
        if let reason = HeapProfiling.missingReason ?? HeapProfileReport.missingReason {
            return [reason]
        }
        guard (try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)) != nil
        else { throw BenchFailure(.cannotWrite, "\(folder): cannot be made") }
        for kind in strategy.kinds {
            let plan = plan(for: kind, heapProfiles: folder)
            _ = try session(kind, "\(kind.rawValue), heap profile").run(
                "profile", plan: plan, environment: HeapProfiling.environment,
                as: MemoryProfile.self)
            try HeapProfileReport(program: ChildProcess.ownProgram())
                .write(MemoryPhase.allCases.compactMap(plan.heapProfilePath))
        }
        return []
    }

    private var title: String {
        """
        memory, \(traffic.scenario.value), \(traffic.events.value) events × \
        \(traffic.markets.value) markets × \(traffic.outcomes.value) outcomes, seed \
        \(traffic.seed.value); \(FigureFormat.count(Double(traffic.rate))) updates/s for \
        \(duration.defaultValueDescription) steady and as long churn; consumer \
        \(consumer.rawValue)
        """
    }

    /// The command with all defaults filled in.
    var words: [String] {
        ["bench", "memory", "--strategy", strategy.defaultValueDescription] + traffic.words + [
            "--duration", duration.defaultValueDescription,
            "--idle", idle.defaultValueDescription, "--consumer", consumer.rawValue,
            "--allocator", allocator.rawValue,
        ] + (heapProfileFolder.map { ["--heap-profile", $0] } ?? [])
    }
}
