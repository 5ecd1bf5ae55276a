import Foundation
import OddsHarness
import OddsMeasurement
import OddsModel
import OddsReconstruction
import OddsTraffic
import OddsWire

/// The plan of counting records by their kinds, which its process receives as JSON.
struct RecordCountingPlan: Codable {
    var seed: UInt64
    /// Frames of the generator, half of which warm up.
    var frames: Int
    /// Rounds of `InstructionCounter.spin` for each record.
    var injectedRounds: Int
}

/// The marks of a kind of record: its place among all kinds.
struct RecordMark: Equatable {
    let operation: RecordOperation
    let type: EntityType

    static let all: [RecordMark] = EntityType.allCases.flatMap { type in
        [RecordOperation.put, .patch, .remove].map { RecordMark(operation: $0, type: type) }
    }

    var decode: Int { Int(type.rawValue) * 6 + Int(operation.rawValue) * 2 }
    var apply: Int { decode + 1 }

    /// The name of the kind in a result.
    var name: String {
        let verb =
            switch operation {
            case .put: "CREATE"
            case .patch: "UPDATE"
            case .remove: "DELETE"
            }
        return "\(verb) \(type == .reference ? "reference" : "\(type.feedName)")"
    }
}

/// The child process that executes each kind of record below functions of its own.
package enum RecordCounting {
    struct Output: Codable {
        var vectorInstructions: String
    }

    /// - Parameter plan: The plan from `RecordCountExperiment`, as JSON.
    /// - Throws: `HarnessError.unoptimized` in a debug build; `ExperimentFailure` if
    ///   the records make another tree than the frames that they are from.
    package static func count(_ plan: Data) throws -> some Encodable {
        try Harness.requireOptimized()
        let plan = try JSONDecoder().decode(RecordCountingPlan.self, from: plan)
        ChildProcess.begin()
        var work = try RecordWork(plan)
        try work.run()
        return Output(vectorInstructions: InstructionCounter.vectorInstructions)
    }
}

private struct RecordWork: ~Copyable {
    let plan: RecordCountingPlan
    var generator: TrafficGenerator
    var writer = FrameWriter()
    /// What is counted.
    var parser = FrameParser()
    var batch = FrameBatch()
    var channel = ChannelSet<IncrementalGraph>(count: 1)
    /// Takes the frames whole, for comparison.
    var whole = ChannelSet<IncrementalGraph>(count: 1)
    var split = OneRecordFrames()
    var changed: UInt32 = 0

    init(_ plan: RecordCountingPlan) throws {
        self.plan = plan
        var traffic = TrafficConfiguration()
        traffic.seed = plan.seed
        generator = try TrafficGenerator(traffic)
    }

    mutating func run() throws {
        while generator.nextInitialFrame(into: &writer) != nil {
            try require(channel[0].receive(writer.bytes))
            try require(whole[0].receive(writer.bytes))
        }
        for number in 0..<plan.frames {
            _ = generator.nextFrame(into: &writer)
            try require(whole[0].receive(writer.bytes))
            let isCounted = number >= plan.frames / 2
            for frame in split.frames(of: writer.bytes) {
                try frame.withUnsafeBytes { try serve($0, isCounted) }
            }
        }
        // Only what is told of the frames differs.
        let records = ChannelSnapshot(
            channel: TrafficGenerator.channel, version: whole[0].version,
            events: channel[0].strategy.events(limit: .max),
            references: channel[0].strategy.references(), counters: whole[0].counters)
        guard
            SnapshotWriter.document(of: [records])
                == whole.snapshot(names: [TrafficGenerator.channel])
        else {
            throw ExperimentFailure(
                .checkFailed, "records one by one make another tree than in their frames")
        }
    }

    private mutating func serve(_ frame: UnsafeRawBufferPointer, _ isCounted: Bool) throws {
        // Read once before to see what it is: reading again is what counts, and what a
        // parser has learned is the same.
        try parser.parse(frame, into: &batch)
        let mark = RecordMark(operation: batch[0].operation, type: batch[0].type)
        guard isCounted else {
            try require(receive(frame))
            return
        }
        var disposition: FrameDisposition?
        InstructionCounter.mark(mark.decode) {
            InstructionCounter.spin(rounds: plan.injectedRounds)
            try? parser.parse(frame, into: &batch)
        }
        InstructionCounter.mark(mark.apply) { disposition = receive(frame) }
        try require(disposition)
    }

    private mutating func receive(_ frame: UnsafeRawBufferPointer) -> FrameDisposition {
        var changed = changed
        defer { self.changed = changed }
        return channel[0].receive(frame) { strategy in
            strategy.changes.forEach { changed ^= $0.properties.rawValue }
        }
    }

    private func require(_ disposition: FrameDisposition?) throws {
        guard disposition == .applied else {
            throw ExperimentFailure(.checkFailed, "a generated frame was not applied")
        }
    }
}
