import Foundation

/// All results of a run, with what is needed to repeat it.
public struct PeerReport: Encodable, Sendable {
    /// A line of `tasks`.
    struct Line: Encodable {
        var task, workload, implementation, leavesOut: String
        var nanosecondsPerRecord, nanosecondsPerRecordMin, nanosecondsPerRecordMax: Double
        var bytesPerSecond, ratioToOurs: Double
        var rounds, frames, records, bytes: Int
        var residentBytesAtRest, residentBytesPeak: Int?
    }

    /// A line of `growth`.
    struct Growth: Encodable {
        var implementation: String
        var events, markets, offers: Int
        var nanosecondsPerRecord, nanosecondsPerRecordMin, nanosecondsPerRecordMax: Double
        var growth: Double
    }

    let schema = "oddsbench.peers/1"
    let date: String
    let command: String
    let machine: Machine
    let tasks: [Line]
    let growth: [Growth]

    public init(
        command: String, machine: Machine, tasks: [PeerResult], growth: [GrowthLine]
    ) {
        date = ISO8601DateFormatter().string(from: Date())
        self.command = command
        self.machine = machine
        self.tasks = tasks.map { Line($0) }
        self.growth = growth.map { Growth($0) }
    }

    public var json: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(self) + Data("\n".utf8)
        }
    }
}

extension PeerReport.Line {
    init(_ line: PeerResult) {
        self.init(
            task: line.task, workload: line.workload, implementation: line.implementation,
            leavesOut: line.omissions,
            nanosecondsPerRecord: line.nanosecondsPerRecord.median,
            nanosecondsPerRecordMin: line.nanosecondsPerRecord.min,
            nanosecondsPerRecordMax: line.nanosecondsPerRecord.max,
            bytesPerSecond: line.bytesPerSecond, ratioToOurs: line.ratioToOurs,
            rounds: line.rounds, frames: line.frames, records: line.records, bytes: line.bytes,
            residentBytesAtRest: line.residentBytesAtRest,
            residentBytesPeak: line.residentBytesPeak)
    }
}

extension PeerReport.Growth {
    init(_ line: GrowthLine) {
        self.init(
            implementation: line.implementation, events: line.size.events,
            markets: line.size.markets, offers: line.size.offers,
            nanosecondsPerRecord: line.nanosecondsPerRecord.median,
            nanosecondsPerRecordMin: line.nanosecondsPerRecord.min,
            nanosecondsPerRecordMax: line.nanosecondsPerRecord.max, growth: line.growth)
    }
}
