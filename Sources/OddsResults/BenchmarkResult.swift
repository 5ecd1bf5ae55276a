import Foundation

/// All runs of one command: the document `oddsbench.result/1`, with everything
/// needed to repeat it.
public struct BenchmarkResult: Codable, Equatable, Sendable {
    /// The schema's name and version. A field may be added under the same
    /// version; one that changes its meaning or goes away needs a new one.
    public static let schemaName = "oddsbench.result/1"

    public let schema: String
    /// The command's words, defaults filled in, so that it repeats the run.
    public var command: [String]
    /// The traffic's seed; 0 when a capture was offered.
    public var seed: UInt64
    /// SHA-256 over the text of all frames, in order, each followed by a line
    /// feed.
    public var trafficDigest: String
    public var environment: EnvironmentDescription
    /// In order of execution.
    public var runs: [RunResult]

    public init(
        command: [String], seed: UInt64, trafficDigest: String,
        environment: EnvironmentDescription, runs: [RunResult]
    ) {
        schema = Self.schemaName
        self.command = command
        self.seed = seed
        self.trafficDigest = trafficDigest
        self.environment = environment
        self.runs = runs
    }

    /// Pretty-printed JSON with sorted keys and a line feed at the end.
    public func json() throws -> Data { try ResultCoding.encode(self) }

    /// Reads what `json` wrote.
    public init(json: Data) throws {
        self = try JSONDecoder().decode(BenchmarkResult.self, from: json)
        guard schema == Self.schemaName else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "schema \(schema) is not known"))
        }
    }
}

/// How results are written as JSON.
public enum ResultCoding {
    public static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value) + Data("\n".utf8)
    }
}
