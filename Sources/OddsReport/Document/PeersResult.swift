/// The parts of `oddsbench.peers/1` that a report shows. The comparisons with
/// other libraries, a separate package, write it.
package struct PeersResult: Decodable, Sendable {
    package static let schemaName = "oddsbench.peers/1"

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
        /// The work that it omits and ours does.
        package var leavesOut: String?
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
        package var unit: String
        package var atLeast: Double?
        package var atMost: Double?
        package var isMet: Bool
    }

    package struct Machine: Decodable, Sendable {
        package var processor: String?
        package var cores: Int
        package var memoryBytes: UInt64
        package var system: String
        package var compiler: String
        /// The kernels that simdjson chose.
        package var simdjson: String?
    }

    package var command: String
    package var date: String
    package var machine: Machine
    package var tasks: [Cost]
    package var growth: [Growth]?
    package var goals: [Goal]?
}
