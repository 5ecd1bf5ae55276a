import OddsMeasurement
import OddsReconstruction
import OddsResults

/// The plan of one run.
public struct MeasurementPlan: Equatable, Sendable {
    /// The part of the schedule that is measured.
    public var window: MeasurementWindow
    /// What is read after each frame.
    public var consumer: ConsumerKind
    /// Whether the service time is divided into stages, which takes four more
    /// readings of the clock per frame.
    public var measuresStages = false
    /// The interval at which latency and memory are recorded as a series, in
    /// nanoseconds and more than 0; `nil` for no series. Takes precedence over
    /// `measuresStages`.
    public var seriesIntervalNanoseconds: UInt64?
    /// The number of equal parts of the window whose figures are also recorded by
    /// themselves, as steps of a rate that rises; `nil` for none. Takes precedence over
    /// `measuresStages`.
    @usableFromInline package var rampStepCount: Int?
    /// Extra service time, which proves that a gate detects a slower strategy;
    /// `nil` for none.
    public var injectedSlowdown: InjectedSlowdown?
    /// The clock of a run that takes turns with another one; `nil` for a run on its
    /// own. Excludes stages and series.
    @usableFromInline package var turns: TurnsClock?
    /// Where the intervals of the series are shown while the run goes on; `nil` for
    /// nowhere.
    @usableFromInline package var board: IntervalBoard?

    /// Creates a plan without stages, series or slowdown.
    ///
    /// - Parameters:
    ///   - window: The part of the schedule that is measured.
    ///   - consumer: What is read after each frame.
    public init(window: MeasurementWindow, consumer: ConsumerKind = .page) {
        self.window = window
        self.consumer = consumer
    }
}

extension MeasurementPlan {
    /// The interval of the observer of series and ramps: a step, where no series is
    /// asked for; `nil` for neither.
    @usableFromInline var observedIntervalNanoseconds: UInt64? {
        seriesIntervalNanoseconds
            ?? rampStepCount.map { window.durationNanoseconds / UInt64($0) }
    }

    @usableFromInline var rampRecord: RampRecord? {
        rampStepCount.map { RampRecord(window: window, stepCount: $0) }
    }
}

/// Measures reconstruction strategies, of this package or of another one.
public enum Harness {
    /// Offers all frames of `source` to a new instance of `strategy` and
    /// measures it.
    ///
    /// The run takes place on the calling thread, which spins while it waits;
    /// nothing else in the process should run meanwhile. On Linux the thread
    /// is pinned to one core, and a thread that measures the machine's jitter
    /// to the others.
    ///
    /// - Parameters:
    ///   - strategy: The strategy, which is created for the run and destroyed
    ///     after it.
    ///   - source: The frames; all of them are consumed.
    ///   - plan: The window, the consumer and the optional measurements.
    ///   - heap: Reads the process's allocator; without it, heap figures are
    ///     `nil`.
    /// - Returns: The figures of the run, which may be those of an invalid one:
    ///   see `RunResult.status`.
    /// - Throws: `HarnessError.unoptimized` if the harness or the calling
    ///   module was built without optimization, as debug timings are
    ///   meaningless.
    /// - Complexity: O(bytes of all frames), and as much as the strategy takes.
    @_alwaysEmitIntoClient  // Checks how the client itself was built.
    public static func measure<
        Strategy: ReconstructionStrategy & ~Copyable, Source: FrameSource & ~Copyable
    >(
        _ strategy: Strategy.Type, on source: inout Source, plan: MeasurementPlan,
        heap: HeapProbe? = nil
    ) throws(HarnessError) -> RunResult {
        guard isClientOptimized, isOptimized else { throw .unoptimized }
        switch plan.consumer {
        case .changes:
            return run(strategy, ChangesConsumer.self, on: &source, plan: plan, heap: heap)
        case .page:
            return run(strategy, PageConsumer.self, on: &source, plan: plan, heap: heap)
        case .snapshot:
            return run(strategy, SnapshotConsumer.self, on: &source, plan: plan, heap: heap)
        }
    }

    @inlinable
    static func run<
        Strategy: ReconstructionStrategy & ~Copyable, Consumer: TreeConsumer,
        Source: FrameSource & ~Copyable
    >(
        _ strategy: Strategy.Type, _ consumer: Consumer.Type, on source: inout Source,
        plan: MeasurementPlan, heap: HeapProbe?
    ) -> RunResult {
        precondition(
            plan.turns == nil || (!plan.measuresStages && plan.observedIntervalNanoseconds == nil),
            "a run in turns has neither stages nor a series nor a ramp")
        let cores = CoreSession()
        var observer = RunObserver(
            frameBufferBytes: source.mappedBytes, heap: heap, cores: cores,
            rampStepCount: plan.rampStepCount)
        if let interval = plan.observedIntervalNanoseconds {
            var series = SeriesObserver(
                observer, interval: interval, board: plan.board, cores: cores,
                ramp: plan.rampRecord)
            let run = run(
                strategy, consumer, on: &source, plan: plan, cores: cores,
                probe: NoProbe(), clock: TickClock.shared, observer: &series)
            var result = series.base.result(
                run.record, plan: plan, strategy: Strategy.name, outcome: run.outcome)
            if plan.seriesIntervalNanoseconds != nil { result.series = series.samples }
            result.steps = series.steps(run.record)
            return result
        }
        if let turns = plan.turns {
            let run = run(
                strategy, consumer, on: &source, plan: plan, cores: cores,
                probe: NoProbe(), clock: turns, observer: &observer)
            turns.finish()
            return observer.result(
                run.record, plan: plan, strategy: Strategy.name, outcome: run.outcome)
        }
        guard plan.measuresStages else {
            let run = run(
                strategy, consumer, on: &source, plan: plan, cores: cores,
                probe: NoProbe(), clock: TickClock.shared, observer: &observer)
            return observer.result(
                run.record, plan: plan, strategy: Strategy.name, outcome: run.outcome)
        }
        let cost = ProbeCost.nanosecondsPerFrame()
        let run = run(
            strategy, consumer, on: &source, plan: plan, cores: cores,
            probe: ClockProbe(clock: TickClock.shared), clock: TickClock.shared,
            observer: &observer)
        var result = observer.result(
            run.record, plan: plan, strategy: Strategy.name, outcome: run.outcome)
        result.stages = StageFigures(
            run.probe.stages, serviceTime: run.record.serviceTime,
            probingNanosecondsPerFrame: cost)
        return result
    }

    /// One run of the loop, on a core of its own.
    @inlinable
    static func run<
        Strategy: ReconstructionStrategy & ~Copyable, Consumer: TreeConsumer,
        Source: FrameSource & ~Copyable, Probe: ServiceProbe, Clock: NanosecondClock,
        Observer: LoopObserver
    >(
        _ strategy: Strategy.Type, _ consumer: Consumer.Type, on source: inout Source,
        plan: MeasurementPlan, cores: CoreSession, probe: Probe, clock: Clock,
        observer: inout Observer
    ) -> (record: LoopRecord, outcome: ServerOutcome, probe: Probe) {
        cores.pinMeasuredThread()
        defer { cores.unpin() }
        var server = StrategyServer<Strategy, Consumer, Probe>(feed: source.feed, probe: probe)
        let loop = OpenLoop(clock: clock, window: plan.window)
        guard let slowdown = plan.injectedSlowdown else {
            let record = loop.run(&source, on: &server, observer: &observer)
            return (record, server.outcome(), server.probe)
        }
        var slowed = SlowedServer(server, clock: clock, slowdown: slowdown)
        let record = loop.run(&source, on: &slowed, observer: &observer)
        let outcome = slowed.base.outcome()
        return (record, outcome, slowed.base.probe)
    }

    /// Whether this module was built with optimization.
    public static var isOptimized: Bool { !_isDebugAssertConfiguration() }

    /// Refuses to measure in a debug build, for whatever in this package
    /// measures without a strategy.
    ///
    /// - Throws: `HarnessError.unoptimized`.
    package static func requireOptimized() throws(HarnessError) {
        guard isOptimized else { throw .unoptimized }
    }

    /// Whether the module that calls `measure` was.
    @_alwaysEmitIntoClient
    static var isClientOptimized: Bool { !_isDebugAssertConfiguration() }
}
