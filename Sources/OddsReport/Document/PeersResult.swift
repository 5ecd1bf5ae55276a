/// The parts of `oddsbench.peers/2` that a report shows. The comparisons with
/// other libraries, a separate package, write it. Version 1 had one process, and
/// so neither intervals nor comparisons.
package struct PeersResult: Decodable, Sendable {
    package static let kind = "peers"

    /// One implementation at one task.
    package struct Cost: Decodable, Sendable {
        package var task: String
        package var workload: String
        package var implementation: String
        package var nanosecondsPerRecord: Double
        package var nanosecondsPerRecordMin: Double
        package var nanosecondsPerRecordMax: Double
        package var bytesPerSecond: Double
        package var ratioToOurs: Double?
        /// The 95% interval of the ratio over processes.
        package var ratioToOursLow: Double?
        package var ratioToOursHigh: Double?
        /// The work that it omits and ours does.
        package var leavesOut: String?
    }

    /// Ours and another at one task.
    package struct Comparison: Decodable, Sendable {
        package var task: String
        package var workload: String
        package var implementation: String
        /// The cost of the other divided by ours.
        package var ratio: Double
        package var ratioLow: Double?
        package var ratioHigh: Double?
        /// `faster`, `slower` or `not told apart`.
        package var ours: String
        package var goal: Double?
        /// `met`, `missed` or `open`.
        package var outcome: String?
    }

    /// The cost of an odds update at one size of the state.
    package struct Growth: Decodable, Sendable {
        package var implementation: String
        package var offers: Int
        package var nanosecondsPerRecord: Double
        /// The cost divided by that at the smallest size.
        package var growth: Double
    }

    /// A goal of the project, and the measured value.
    package struct Goal: Decodable, Sendable {
        package var name: String
        package var measured: Double
        /// The 95% interval of a comparison over processes.
        package var measuredLow: Double?
        package var measuredHigh: Double?
        package var unit: String
        package var atLeast: Double?
        package var atMost: Double?
        /// `met`, `missed` or `open`; absent in version 1.
        package var outcome: String?
        /// Of version 1, which had no intervals to decide by.
        package var isMet: Bool?
    }

    package struct Machine: Decodable, Sendable {
        package var processor: String?
        package var cores: Int
        package var memoryBytes: UInt64
        package var system: String
        package var compiler: String
        /// The kernels that simdjson chose.
        package var simdjson: String?
        package var simdjsonOnDemand: String?
        package var simdjsonVersion: String?
        package var sqliteVersion: String?
        package var grdbVersion: String?
        package var cxxCompiler: String?
    }

    package var schema: String

    package var command: String
    package var date: String
    package var commit: String?
    /// Why the result must not be published.
    package var objections: [String]?
    package var machine: Machine
    /// The fastest other of each task, the worst for ours first.
    package var comparisons: [Comparison]?
    /// Ours against ours again.
    package var identical: [Comparison]?
    package var tasks: [Cost]
    package var growth: [Growth]?
    package var goals: [Goal]?
}
