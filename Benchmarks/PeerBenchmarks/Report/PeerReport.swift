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

    /// A line of `styles`.
    struct Style: Encodable {
        var task, workload, style: String
        var nanosecondsPerRecord, nanosecondsPerRecordMin, nanosecondsPerRecordMax: Double
        var bytesPerSecond, relativeThroughput: Double
    }

    /// A line of `churn`.
    struct Churn: Encodable {
        var strategy: String
        var creates: Int
        var nanosecondsPerRecord: Double
        var residentBytesBefore, residentBytesAfter: Int?
        var heapBytesBefore, heapBytesAfter: Int?
    }

    let schema = "oddsbench.peers/1"
    let date: String
    let command: String
    /// The commit of the sources, `-dirty` behind it if they were modified;
    /// absent if it was not given.
    let commit: String?
    let machine: PeerEnvironment
    let tasks: [Line]
    let styles: [Style]
    let growth: [Growth]
    let churn: [Churn]
    public let goals: [Goal]

    public init(
        command: String, commit: String? = nil, machine: PeerEnvironment,
        tasks: [PeerResult] = [], styles: [StyleLine] = [], growth: [GrowthLine] = [],
        churn: [ChurnLine] = []
    ) {
        date = ISO8601DateFormatter().string(from: Date())
        self.command = command
        self.commit = commit
        self.machine = machine
        self.tasks = tasks.map { Line($0) }
        self.styles = styles.map { Style($0) }
        self.growth = growth.map { Growth($0) }
        self.churn = churn.map { Churn($0) }
        goals = Goal.all(tasks: tasks, styles: styles, growth: growth, churn: churn)
    }

    public var json: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(self) + Data("\n".utf8)
        }
    }
}
