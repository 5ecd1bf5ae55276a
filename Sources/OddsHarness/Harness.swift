import OddsMeasurement
import OddsReconstruction

/// What one run measures.
public struct MeasurementPlan: Equatable, Sendable {
    public var window: MeasurementWindow
    public var consumer: ConsumerKind

    public init(window: MeasurementWindow, consumer: ConsumerKind = .page) {
        self.window = window
        self.consumer = consumer
    }
}

/// The way to measure a strategy of any module.
public enum Harness {
    /// Offers all frames of `source` to a new `strategy` and measures it.
    ///
    /// Runs on the calling thread, which spins while it waits; nothing else in
    /// the process should run at that time. Throws `unoptimized` if the
    /// harness or the calling module was built for debugging: figures of such
    /// code mean nothing.
    ///
    /// - Parameter heap: The way to ask the process's allocator; without it
    ///   heap figures are `nil`.
    // Always emitted into the client, even one that is not optimized, as it
    // asks how the client was built.
    @_alwaysEmitIntoClient
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
        var observer = RunObserver(frameBufferBytes: source.mappedBytes, heap: heap)
        var server = StrategyServer<Strategy, Consumer>(
            channelCount: source.channelNames.count)
        let loop = OpenLoop(clock: MonotonicClock(), window: plan.window)
        let record = loop.run(
            &source, on: &server,
            windowOpens: { observer.noteWindowOpening() },
            windowCloses: { observer.noteWindowClosing() })
        observer.noteEnd()
        return observer.result(
            record, plan: plan, strategy: Strategy.name,
            outcome: server.outcome(channelNames: source.channelNames))
    }

    /// Whether this module was built with optimization.
    public static var isOptimized: Bool { !_isDebugAssertConfiguration() }

    /// Whether the module was that calls `measure`.
    @_alwaysEmitIntoClient
    static var isClientOptimized: Bool { !_isDebugAssertConfiguration() }
}
