import Foundation
import OddsMeasurement
import OddsReconstruction
import OddsResults
import OddsStore

/// Takes one strategy through the phases of a memory run and records its
/// memory.
///
/// Frames are served as fast as possible, because the run measures memory, not
/// time. The schedule assigns frames to phases: the initial state to
/// `dumpLoaded`, the first `phaseNanoseconds` to `steady`, the next to `churn`,
/// the rest to `cleared`.
package struct MemoryRun: Sendable {
    package var consumer: ConsumerKind
    package var phaseNanoseconds: UInt64
    /// The length of the idle phase.
    package var idleNanoseconds: UInt64
    /// The interval between two samples within a phase.
    package var sampleIntervalNanoseconds: UInt64 = 100_000_000

    package init(consumer: ConsumerKind, phaseNanoseconds: UInt64, idleNanoseconds: UInt64) {
        self.consumer = consumer
        self.phaseNanoseconds = phaseNanoseconds
        self.idleNanoseconds = idleNanoseconds
    }

    /// Runs on the calling thread, whose allocations are counted; no other
    /// thread should allocate meanwhile.
    ///
    /// - Parameters:
    ///   - strategy: The strategy, which is created for the run.
    ///   - source: The frames; all of them are consumed.
    ///   - heap: Reads the allocator; `nil` for no heap figures.
    ///   - phaseEnds: Called at the end of each phase.
    package func profile<
        Strategy: ReconstructionStrategy & ~Copyable, Source: FrameSource & ~Copyable
    >(
        _ strategy: Strategy.Type, on source: inout Source, heap: HeapProbe?,
        phaseEnds: (MemoryPhase) -> Void = { _ in }
    ) -> MemoryProfile {
        switch consumer {
        case .changes:
            run(strategy, ChangesConsumer.self, &source, heap, phaseEnds)
        case .page:
            run(strategy, PageConsumer.self, &source, heap, phaseEnds)
        case .snapshot:
            run(strategy, SnapshotConsumer.self, &source, heap, phaseEnds)
        }
    }

    private func run<
        Strategy: ReconstructionStrategy & ~Copyable, Consumer: TreeConsumer,
        Source: FrameSource & ~Copyable
    >(
        _ strategy: Strategy.Type, _ consumer: Consumer.Type, _ source: inout Source,
        _ heap: HeapProbe?, _ phaseEnds: (MemoryPhase) -> Void
    ) -> MemoryProfile {
        var recorder = MemoryRecorder(
            heap: heap, mappedBytes: source.mappedBytes,
            sampleIntervalNanoseconds: sampleIntervalNanoseconds)
        var checksum = Checksum()
        do {
            var server = StrategyServer<Strategy, Consumer, NoProbe>(
                feed: source.feed, probe: NoProbe())
            func end(_ phase: MemoryPhase) {
                recorder.endPhase(phase, tables: server.tableMemory)
                phaseEnds(phase)
                recorder.beginPhase()
            }
            recorder.beginPhase()
            end(.empty)
            var phase = MemoryPhase.dumpLoaded
            while let frame = source.next() {
                while phase != self.phase(of: frame.ticket) {
                    if phase == .dumpLoaded { server.readOnce() }
                    if phase == .idle {
                        Thread.sleep(forTimeInterval: Double(idleNanoseconds) / 1e9)
                    }
                    if phase == .churn {
                        server.readOnce()
                        checksum = server.lastRead
                    }
                    end(phase)
                    phase = phase.next
                }
                if frame.ticket.isPreload {
                    server.absorb(frame)
                } else {
                    server.serve(frame, start: 0)
                }
                recorder.note(frame.ticket)
                source.release()
            }
            server.readOnce()
            end(phase)
        }
        recorder.endPhase(.released, tables: [])
        phaseEnds(.released)
        return MemoryProfile(
            strategy: Strategy.name, allocator: heap?.allocatorName ?? "unknown",
            consumer: self.consumer, phases: recorder.phases, checksum: checksum.description)
    }

    private func phase(of ticket: FrameTicket) -> MemoryPhase {
        if ticket.isPreload { return .dumpLoaded }
        if ticket.intendedNanoseconds < phaseNanoseconds { return .steady }
        return ticket.intendedNanoseconds < 2 * phaseNanoseconds ? .churn : .cleared
    }
}

extension MemoryPhase {
    fileprivate var next: MemoryPhase {
        let all = Self.allCases
        let position = all.firstIndex(of: self)! + 1
        return all[min(position, all.count - 1)]
    }
}

extension StrategyServer where Strategy: ~Copyable {
    /// The tables of all channels, added up by name.
    fileprivate var tableMemory: [TableFigures] {
        mutating get {
            var sums: [TableMemory] = []
            channels.forEach { strategy in
                for table in strategy.tableMemory {
                    if let position = sums.firstIndex(where: { $0.name == table.name }) {
                        sums[position] = sums[position] + table
                    } else {
                        sums.append(table)
                    }
                }
            }
            return sums.map {
                TableFigures(
                    name: $0.name, rowCount: $0.rowCount, liveBytes: $0.liveBytes,
                    reservedBytes: $0.reservedBytes)
            }
        }
    }
}
