import Foundation
import OddsConformance
import OddsExternal
import OddsHarness
import OddsMeasurement
import OddsReconstruction
import OddsResults

/// One run of a program.
struct ProgramMeasurement {
    let plan: RunPlan
    let measured: MeasuredProgram

    /// - Throws: `ExperimentFailure` if the program does not answer, or if an answer differs
    ///   from that of this package's own strategy.
    func measure(_ source: consuming FrameRingReader) throws -> RunResult {
        let conversation = ProgramConversation(try start())
        let watch = ProgramWatch(conversation.session.processIdentifier)
        var server = ProgramServer(conversation, events: events)
        var frames = FramesWhileAnswered(source, conversation)
        watch.before = watch.usage()
        var result = try Harness.measure(
            measured.name, &server, on: &frames, plan: plan.measurement, watch: watch.note)
        if let failure = conversation.failure { throw ExperimentFailure(failure) }
        var figures = ProgramFigures(
            command: measured.command, level: measured.level?.rawValue,
            transport: measured.program.transport.rawValue)
        watch.report(into: &result, &figures)
        if measured.level != nil, !frames.hasEndedEarly {
            var check = AnswerCheck(plan: plan, measured: measured, events: events)
            try check.run(server.records, conversation.session, into: &result)
            figures.answersChecked = server.records.count
        }
        do throws(ProgramFailure) {
            try conversation.session.end()
        } catch {
            throw ExperimentFailure(error)
        }
        result.program = figures
        return result
    }

    private var events: UInt32 {
        plan.consumer == .page ? UInt32(HarnessLimits.pageEventCount) : .max
    }

    /// Starts the program away from the core that is measured on.
    private func start() throws -> ProgramSession {
        let allowed = CoreAffinity.allowedCores()
        let assignment = CoreAssignment(allowed: allowed)
        CoreAffinity.pin(to: assignment.others)
        defer { CoreAffinity.pin(to: allowed) }
        do throws(ProgramFailure) {
            return try ProgramSession(
                measured.program, channels: plan.feed.names, limits: measured.limits,
                waiting: assignment.measured == nil ? .sleeping : .spinning)
        } catch {
            throw ExperimentFailure(error)
        }
    }
}

/// The resources of a program at the moments of a run.
private final class ProgramWatch {
    private let group: Int32
    var before: GroupUsage?
    private var atOpening: GroupUsage?
    private var atClosing: GroupUsage?
    private var after: GroupUsage?

    init(_ group: Int32) { self.group = group }

    func usage() -> GroupUsage? { GroupUsage.of(group: group) }

    func note(_ moment: RunMoment) {
        switch moment {
        case .windowOpens: atOpening = usage()
        case .windowCloses: atClosing = usage()
        case .ended: after = usage()
        }
    }

    /// The memory is that of the program; its heap is not known.
    func report(into result: inout RunResult, _ figures: inout ProgramFigures) {
        result.memory.residentBytesBefore = before?.residentBytes
        result.memory.residentBytesPeak = atClosing?.residentBytesPeak
        result.memory.residentBytesAfter = after?.residentBytes
        result.memory.allocatedBytes = nil
        result.memory.activeBytes = nil
        guard let atOpening, let atClosing else { return }
        figures.processorNanoseconds =
            atClosing.processorNanoseconds - min(
                atOpening.processorNanoseconds, atClosing.processorNanoseconds)
    }
}

/// Compares a program's answers with those of this package's own graph, after the run, on
/// the same traffic made again.
private struct AnswerCheck {
    let plan: RunPlan
    let measured: MeasuredProgram
    let events: UInt32
    private var own = OwnReconstruction<IncrementalGraph>(name: "graph")
    private var count = 0

    init(plan: RunPlan, measured: MeasuredProgram, events: UInt32) {
        self.plan = plan
        self.measured = measured
        self.events = events
    }

    /// Also adds the reads and the final state to the result: those of the graph, which
    /// the program's equal.
    ///
    /// - Throws: `ExperimentFailure` for the first difference.
    mutating func run(
        _ records: [ProgramServer.Record], _ session: ProgramSession, into result: inout RunResult
    ) throws {
        switch plan.consumer {
        case .page, .changes:
            var server = StrategyServer<IncrementalGraph, PageConsumer, NoProbe>(
                feed: plan.feed, probe: NoProbe())
            try run(records, &server)
            Harness.outcome(of: &server, into: &result)
        case .snapshot:
            var server = StrategyServer<IncrementalGraph, SnapshotConsumer, NoProbe>(
                feed: plan.feed, probe: NoProbe())
            try run(records, &server)
            Harness.outcome(of: &server, into: &result)
        }
        let text: [UInt8]
        do throws(ProgramFailure) {
            text = try session.snapshot()
        } catch {
            throw ExperimentFailure(.childDied, error.description)
        }
        if let deviation = Deviation.between(
            snapshot: own.snapshot(), found: text, frame: count - 1, level: measured.level ?? .full)
        {
            throw differs(deviation)
        }
    }

    private mutating func run(
        _ records: [ProgramServer.Record], _ server: inout some FrameServing & ~Copyable
    ) throws {
        own.begin(channels: plan.feed.names)
        try plan.traffic.forEachFrame(until: plan.window.endNanoseconds) { frame, ticket in
            guard count < records.count else {
                throw ExperimentFailure(
                    .childDied, "\(measured.name) answered \(records.count) frames, not all")
            }
            let record = records[count]
            let scheduled = ScheduledFrame(ticket: ticket, bytes: frame)
            if record.isRead {
                server.serve(scheduled, start: 0)
            } else {
                server.absorb(scheduled)
            }
            let answer = own.apply(
                frame, channel: Int(ticket.channel), events: record.isRead ? Int(events) : 0)
            if let deviation = Deviation.between(
                answer, record.answer, frame: count, level: measured.level ?? .full)
            {
                throw differs(deviation)
            }
            count += 1
        }
    }

    private func differs(_ deviation: Deviation) -> ExperimentFailure {
        ExperimentFailure(
            .checkFailed,
            """
            \(measured.name) differs from graph at frame \(deviation.frame + 1) of the traffic: \
            \(deviation.text). 'bench conform' names the rule
            """)
    }
}

extension ExperimentFailure {
    /// The end after a program that does not answer, or is not there.
    package init(_ failure: ProgramFailure) {
        self.init(
            failure.reason == .notFound ? .noSuchFile : .childDied, failure.description)
    }
}
