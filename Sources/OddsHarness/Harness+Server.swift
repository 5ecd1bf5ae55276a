import OddsMeasurement
import OddsReconstruction
import OddsResults

/// A moment of a run at which what it measures can be looked at without delaying a frame.
package enum RunMoment: Sendable {
    case windowOpens
    case windowCloses
    case ended
}

extension Harness {
    /// Offers all frames of `source` to a server that is no strategy of this process, such
    /// as a program in another one, and measures it as `measure` does a strategy.
    ///
    /// - Parameters:
    ///   - name: What the result calls it.
    ///   - server: The server.
    ///   - source: The frames; all of them are consumed.
    ///   - plan: The window and the consumer; stages, series, ramps, turns and slowdowns
    ///     are for strategies.
    ///   - watch: Called at the moments of the run, on the measuring thread.
    /// - Returns: The figures, without reads, checksum and digest, and with the memory of
    ///   this process.
    /// - Throws: `HarnessError.unoptimized`.
    package static func measure<
        Server: FrameServing & ~Copyable, Source: FrameSource & ~Copyable
    >(
        _ name: String, _ server: inout Server, on source: inout Source, plan: MeasurementPlan,
        watch: @escaping (RunMoment) -> Void
    ) throws(HarnessError) -> RunResult {
        try requireOptimized()
        let cores = CoreSession()
        var observer = WatchedObserver(
            base: RunObserver(frameBufferBytes: source.mappedBytes, heap: nil, cores: cores),
            watch: watch)
        cores.pinMeasuredThread()
        defer { cores.unpin() }
        let loop = OpenLoop(clock: TickClock.shared, window: plan.window)
        let record = loop.run(&source, on: &server, observer: &observer)
        return observer.base.result(
            record, plan: plan, strategy: name,
            outcome: ServerOutcome(
                reads: .init(count: 0, checksum: ""), checksum: "", digest: ""))
    }

    /// The reads and the final state of a strategy that served the same frames.
    package static func outcome<Consumer: TreeConsumer>(
        of server: inout StrategyServer<IncrementalGraph, Consumer, NoProbe>,
        into result: inout RunResult
    ) {
        server.readOnce()
        let outcome = server.outcome()
        result.reads = outcome.reads
        result.checksum = outcome.checksum
        result.digest = outcome.digest
    }
}

private struct WatchedObserver: LoopObserver {
    var base: RunObserver
    let watch: (RunMoment) -> Void

    mutating func windowOpens(at opening: UInt64) {
        watch(.windowOpens)
        base.windowOpens(at: opening)
    }

    mutating func windowCloses(at closing: UInt64) {
        base.windowCloses(at: closing)
        watch(.windowCloses)
    }

    mutating func ends() {
        base.ends()
        watch(.ended)
    }
}
