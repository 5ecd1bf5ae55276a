import OddsMeasurement

/// Where and with what a result came about.
public struct EnvironmentDescription: Codable, Equatable, Sendable {
    public var machine: Machine
    /// What the compiler says of itself; `nil` if it is not installed here.
    public var toolchain: String?
    public var allocator: String
    /// `release`; results of other builds do not exist.
    public var buildMode: String
    /// What the program was built from; `nil` if it is not known, or if the
    /// sources changed since.
    public var commit: SourceCommit?
    /// Share of processor time that the hypervisor gave to others during the
    /// command, 0 to 1; `nil` where the system does not report it.
    public var stolenShare: Double?
    /// When the command started, in ISO 8601.
    public var startedAt: String
    /// Why figures are missing, one line each; empty if none are.
    public var missing: [String]

    public init(
        machine: Machine, toolchain: String?, allocator: String, buildMode: String,
        commit: SourceCommit?, stolenShare: Double?, startedAt: String, missing: [String]
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

/// The commit that a program was built from.
public struct SourceCommit: Equatable, Sendable, CustomStringConvertible {
    public var id: String
    /// Whether the work tree had no changes beside it.
    public var isClean: Bool

    public init(id: String, isClean: Bool) {
        self.id = id
        self.isClean = isClean
    }

    /// The commit's id, with `-dirty` behind it if there were changes.
    public var description: String { isClean ? id : id + Self.dirtyMark }

    fileprivate static let dirtyMark = "-dirty"
}

extension SourceCommit: Codable {
    private enum CodingKeys: String, CodingKey { case id, isClean }

    /// Reads the present form, and the text of results without an envelope.
    public init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            isClean = !text.hasSuffix(Self.dirtyMark)
            id = isClean ? text : String(text.dropLast(Self.dirtyMark.count))
        } else {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(String.self, forKey: .id)
            isClean = try container.decode(Bool.self, forKey: .isClean)
        }
    }
}
