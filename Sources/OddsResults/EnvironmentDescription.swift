import OddsMeasurement

/// Where and with what a result came about.
public struct EnvironmentDescription: Codable, Equatable, Sendable {
    public var machine: Machine
    /// What the compiler says of itself; `nil` if it is not installed here.
    public var toolchain: String?
    public var allocator: String
    /// `release`; results of other builds do not exist.
    public var buildMode: String
    /// The commit that the program was built from, with `-dirty` behind it if
    /// there were changes; `nil` if it is not known, or if the sources changed
    /// since.
    public var commit: String?
    /// Share of processor time that the hypervisor gave to others during the
    /// command, 0 to 1; `nil` where the system does not tell.
    public var stolenShare: Double?
    /// When the command started, in ISO 8601.
    public var startedAt: String
    /// Why figures are missing, one line each; empty if none are.
    public var missing: [String]

    public init(
        machine: Machine, toolchain: String?, allocator: String, buildMode: String,
        commit: String?, stolenShare: Double?, startedAt: String, missing: [String]
    ) {
        self.machine = machine
        self.toolchain = toolchain
        self.allocator = allocator
        self.buildMode = buildMode
        self.commit = commit
        self.stolenShare = stolenShare
        self.startedAt = startedAt
        self.missing = missing
    }
}
