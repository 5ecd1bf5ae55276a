import OddsMeasurement
import OddsReconstruction
import OddsResults

/// Serves frames one after the other, without a schedule or a clock, so that all
/// that is counted is the strategy's work and the consumer's reading.
///
/// The schedule only says which frames count: those due within the window. Without
/// its pauses a strategy may be faster than the producer of the frames: the counter
/// stands still while the next frame is waited for.
@usableFromInline
package struct CountingRun: Sendable {
    /// Does the work and counts its instructions; `nil` if another program does, or
    /// if they could not be counted.
    @usableFromInline typealias Counter = @Sendable (_ work: () -> Void) -> UInt64?

    @usableFromInline let window: MeasurementWindow
    @usableFromInline let consumer: ConsumerKind
    @usableFromInline let counter: Counter

    @inlinable
    package init(
        window: MeasurementWindow, consumer: ConsumerKind, method: InstructionCounter.Method
    ) {
        self.init(window: window, consumer: consumer) { InstructionCounter.count(method, $0) }
    }

    @inlinable
    init(window: MeasurementWindow, consumer: ConsumerKind, counter: @escaping Counter) {
        self.window = window
        self.consumer = consumer
        self.counter = counter
    }

    /// Serves all frames of `source` on a new instance of `strategy`.
    ///
    /// - Returns: The counted work. Its number of instructions is 0 if another
    ///   program counts them, or if a part of them could not be counted.
    /// - Complexity: O(bytes of all frames), and as much as the strategy takes.
    @inlinable
    package func count<
        Strategy: ReconstructionStrategy & ~Copyable, Source: ProducedFrames & ~Copyable
    >(
        _ strategy: Strategy.Type, on source: inout Source
    ) -> CountedWork {
        switch consumer {
        case .changes: run(strategy, ChangesConsumer.self, &source)
        case .page: run(strategy, PageConsumer.self, &source)
        case .snapshot: run(strategy, SnapshotConsumer.self, &source)
        }
    }

    @inlinable
    func run<
        Strategy: ReconstructionStrategy & ~Copyable, Consumer: TreeConsumer,
        Source: ProducedFrames & ~Copyable
    >(
        _ strategy: Strategy.Type, _ consumer: Consumer.Type, _ source: inout Source
    ) -> CountedWork {
        var server = StrategyServer<Strategy, Consumer, NoProbe>(
            feed: source.feed, probe: NoProbe())
        var next = source.next()
        while let frame = next, frame.ticket.isPreload {
            server.absorb(frame)
            source.release()
            next = source.next()
        }
        server.readOnce()
        while let frame = next, frame.ticket.intendedNanoseconds < window.warmupNanoseconds {
            server.serve(frame, start: 0)
            source.release()
            next = source.next()
        }
        var work = CountedWork()
        var instructions: UInt64? = 0
        while let first = next, first.ticket.intendedNanoseconds < window.endNanoseconds {
            var isWaiting = false
            let part = withUnsafeMutablePointer(to: &source) { source in
                counter {
                    while let frame = next,
                        frame.ticket.intendedNanoseconds < window.endNanoseconds
                    {
                        server.serve(frame, start: 0)
                        work.frames += 1
                        work.updates += Int(frame.ticket.updateCount)
                        source.pointee.release()
                        isWaiting = !source.pointee.isReady()
                        next = isWaiting ? nil : source.pointee.next()
                    }
                }
            }
            instructions = instructions.flatMap { sum in part.map { sum + $0 } }
            if isWaiting {
                source.waitUntilReady()
                next = source.next()
            }
        }
        work.instructions = instructions ?? 0
        work.vectorInstructions = InstructionCounter.vectorInstructions
        work.digest = server.finalDigest()
        return work
    }
}

/// What was counted.
@usableFromInline
package struct CountedWork: Codable, Equatable, Sendable {
    @usableFromInline package var frames = 0
    @usableFromInline package var updates = 0
    /// Instructions in user mode; 0 if another program counts them, or if a part of
    /// them could not be counted.
    @usableFromInline package var instructions: UInt64 = 0
    /// The widest vector instructions that the program saw.
    @usableFromInline package var vectorInstructions = ""
    /// The digest of the canonical snapshot after the last frame.
    @usableFromInline package var digest = ""

    @usableFromInline
    init() {}
}
