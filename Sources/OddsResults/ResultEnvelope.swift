import Foundation

/// The content of one kind of result.
public protocol ResultContent: Codable, Equatable, Sendable {
    /// The kind's part of the schema's name: `gate` in `oddsbench.gate/2`.
    static var kind: String { get }
    /// The version of its schema that is written: `3` in `oddsbench.gate/3`.
    static var version: Int { get }
}

extension ResultContent {
    /// The version of most kinds.
    public static var version: Int { 2 }
}

/// A result of this project: one kind of content, and everything needed to
/// repeat it. Fields of the content can be read directly from the envelope.
///
/// A missing figure is absent from the JSON, never `null`.
@dynamicMemberLookup
public struct ResultEnvelope<Content: ResultContent>: Equatable, Sendable {
    /// The schema's name and version, such as `oddsbench.gate/2`. A version may
    /// gain fields; to remove a field or to change its meaning takes a new
    /// version.
    public let schema: String
    /// The words of the command, with all defaults, that repeat the result.
    public var command: [String]
    /// Whose wire the traffic was on, as captures name it: `everymatrix` or `sportradar`;
    /// `nil` for no traffic, and in older results, which are EM's.
    public var provider: String?
    /// The seed of the generated traffic; `nil` for a capture or no traffic.
    public var seed: UInt64?
    /// When frames were due; `nil` where no frames are, and in older results
    /// without it.
    public var arrival: Arrival?
    /// SHA-256 over the text of all frames, in order, each followed by a line
    /// feed, as 64 hexadecimal digits; `nil` unless all runs had the same
    /// traffic.
    public var trafficDigest: String?
    /// The comparison of the strategies with the reference; `nil` if there was
    /// none, and in older results.
    public var verified: VerificationFigures?
    /// Why the command ended before all was measured, and after how much of it; `nil`
    /// for a whole result.
    public var cutShort: String?
    /// The machine and the program.
    public var environment: EnvironmentDescription
    /// The content.
    public var result: Content

    /// Wraps a result, under the present version of its schema.
    ///
    /// - Parameters:
    ///   - command: The words of the command that repeat the result.
    ///   - provider: Whose wire the traffic was on.
    ///   - seed: The seed of the generated traffic.
    ///   - arrival: When frames were due.
    ///   - trafficDigest: The digest of the frames.
    ///   - environment: The machine and the program.
    ///   - result: The content.
    public init(
        command: [String], provider: String? = nil, seed: UInt64? = nil, arrival: Arrival? = nil,
        trafficDigest: String? = nil, environment: EnvironmentDescription, _ result: Content
    ) {
        schema = Self.schemaName
        self.command = command
        self.provider = provider
        self.seed = seed
        self.arrival = arrival
        self.trafficDigest = trafficDigest
        self.environment = environment
        self.result = result
    }

    /// Reads a field of the content.
    ///
    /// - Parameter path: The key path of the field.
    public subscript<Value>(dynamicMember path: KeyPath<Content, Value>) -> Value {
        result[keyPath: path]
    }

    /// The schema's name and version that new results carry.
    public static var schemaName: String { "oddsbench.\(Content.kind)/\(Content.version)" }

    /// The names under which the content is read: from version 2 on.
    private static var readableNames: [String] {
        (2...Content.version).map { "oddsbench.\(Content.kind)/\($0)" }
    }

    /// Version 1, which had no envelope: the content's fields were at the top
    /// level. It is still read, so that older revisions can be gated and
    /// reported.
    static var schemaNameWithoutEnvelope: String { "oddsbench.\(Content.kind)/1" }
}

extension ResultEnvelope: Codable {
    private enum CodingKeys: String, CodingKey {
        case schema, command, provider, seed, arrival, trafficDigest, verified, cutShort
        case environment, result
    }

    /// Decodes version 2, or version 1 with its content at the top level.
    ///
    /// - Parameter decoder: The decoder of the whole document.
    /// - Throws: `DecodingError`, also for a document of another kind.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        schema = try container.decode(String.self, forKey: .schema)
        command = try container.decode([String].self, forKey: .command)
        provider = try container.decodeIfPresent(String.self, forKey: .provider)
        seed = try container.decodeIfPresent(UInt64.self, forKey: .seed)
        arrival = try container.decodeIfPresent(Arrival.self, forKey: .arrival)
        trafficDigest = try container.decodeIfPresent(String.self, forKey: .trafficDigest)
        verified = try container.decodeIfPresent(VerificationFigures.self, forKey: .verified)
        cutShort = try container.decodeIfPresent(String.self, forKey: .cutShort)
        environment = try container.decode(EnvironmentDescription.self, forKey: .environment)
        switch schema {
        case _ where Self.readableNames.contains(schema):
            result = try container.decode(Content.self, forKey: .result)
        case Self.schemaNameWithoutEnvelope: result = try Content(from: decoder)
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .schema, in: container,
                debugDescription: "'\(schema)' is not \(Self.schemaName)")
        }
    }
}

extension ResultEnvelope {
    /// Pretty-printed JSON with sorted keys and a line feed at the end.
    ///
    /// - Throws: `EncodingError` if a figure is infinite or not a number.
    /// - Complexity: O(size of the result).
    public func json() throws -> Data { try ResultCoding.encode(self) }

    /// Decodes the output of `json()`, of this version or of version 1.
    ///
    /// - Parameter json: The whole document.
    /// - Throws: `DecodingError`.
    /// - Complexity: O(size of the document).
    public init(json: Data) throws {
        self = try JSONDecoder().decode(Self.self, from: json)
    }
}

/// Encodes results as JSON.
package enum ResultCoding {
    package static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value) + Data("\n".utf8)
    }
}
