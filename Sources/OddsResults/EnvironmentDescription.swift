import OddsMeasurement

/// The machine and the program that produced a result.
public struct EnvironmentDescription: Codable, Equatable, Sendable {
    /// The machine that the command ran on.
    public var machine: Machine
    /// The compiler's version line; `nil` if no compiler is installed.
    public var toolchain: String?
    /// The allocator and its version, such as `jemalloc 5.3.0`, or `system`.
    public var allocator: String
    /// `release`; results of debug builds are not written.
    public var buildMode: String
    /// The commit that the program was built from; `nil` if it is unknown, or
    /// if the sources are newer than the program.
    public var commit: SourceCommit?
    /// The versions of the packages that the program was built with, by name; `nil` where the
    /// commit is unknown, too.
    public var packages: [String: String]?
    /// The share of processor time that the hypervisor stole during the
    /// command, from 0 to 1; `nil` where the system does not report it.
    public var stolenShare: Double?
    /// When the command started, in ISO 8601.
    public var startedAt: String
    /// The reasons for missing figures, one line each; empty if none are.
    public var missing: [String]

    /// Describes an environment.
    ///
    /// - Parameters:
    ///   - machine: The machine that the command ran on.
    ///   - toolchain: The compiler's version line.
    ///   - allocator: The allocator and its version.
    ///   - buildMode: `release` or `debug`.
    ///   - commit: The commit that the program was built from.
    ///   - packages: The versions of the packages that it was built with, by name.
    ///   - stolenShare: Stolen processor time, from 0 to 1.
    ///   - startedAt: When the command started, in ISO 8601.
    ///   - missing: The reasons for missing figures, one line each.
    public init(
        machine: Machine, toolchain: String?, allocator: String, buildMode: String,
        commit: SourceCommit?, packages: [String: String]? = nil, stolenShare: Double?,
        startedAt: String, missing: [String]
    ) {
        self.machine = machine
        self.toolchain = toolchain
        self.allocator = allocator
        self.buildMode = buildMode
        self.commit = commit
        self.packages = packages
        self.stolenShare = stolenShare
        self.startedAt = startedAt
        self.missing = missing
    }
}

/// The commit that a program was built from.
public struct SourceCommit: Hashable, Sendable, CustomStringConvertible {
    /// The full hash.
    public var id: String
    /// Whether the work tree had no uncommitted changes, results aside.
    public var isClean: Bool

    /// Names a commit.
    ///
    /// - Parameters:
    ///   - id: The full hash.
    ///   - isClean: Whether the work tree had no uncommitted changes.
    public init(id: String, isClean: Bool) {
        self.id = id
        self.isClean = isClean
    }

    /// The commit's hash, followed by `-dirty` if there were changes.
    public var description: String { isClean ? id : id + Self.dirtyMark }

    fileprivate static let dirtyMark = "-dirty"
}

extension SourceCommit: Codable {
    private enum CodingKeys: String, CodingKey { case id, isClean }

    /// Reads an object with `id` and `isClean`, or the text that results of
    /// version 1 have in its place.
    ///
    /// - Parameter decoder: The decoder of the commit's value.
    /// - Throws: `DecodingError`.
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
