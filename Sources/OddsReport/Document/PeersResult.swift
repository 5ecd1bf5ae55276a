/// What a report reads of `oddsbench.peers/1`, which the comparisons with other
/// libraries write, a package of its own.
public struct PeersResult: Decodable, Sendable {
    public static let schemaName = "oddsbench.peers/1"

    /// One implementation at one task.
    public struct Cost: Decodable, Sendable {
        public var task: String
        public var workload: String
        public var implementation: String
        public var nanosecondsPerRecord: Double
        public var nanosecondsPerRecordMin: Double
        public var nanosecondsPerRecordMax: Double
        public var bytesPerSecond: Double
        public var ratioToOurs: Double?
        /// What it does not do and ours does.
        public var leavesOut: String?
    }

    /// An odds update while the state grows.
    public struct Growth: Decodable, Sendable {
        public var implementation: String
        public var offers: Int
        public var nanosecondsPerRecord: Double
        /// Times the cost at the smallest size.
        public var growth: Double
    }

    /// What the project promises, and what was measured.
    public struct Goal: Decodable, Sendable {
        public var name: String
        public var measured: Double
        public var unit: String
        public var atLeast: Double?
        public var atMost: Double?
        public var isMet: Bool
    }

    public struct Machine: Decodable, Sendable {
        public var processor: String?
        public var cores: Int
        public var memoryBytes: UInt64
        public var system: String
        public var compiler: String
        /// The kernels that simdjson chose.
        public var simdjson: String?
    }

    public var command: String
    public var date: String
    public var machine: Machine
    public var tasks: [Cost]
    public var growth: [Growth]?
    public var goals: [Goal]?
}
