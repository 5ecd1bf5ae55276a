import Foundation

/// What a kind of result has beside what every result has.
public protocol ResultContent: Codable, Equatable, Sendable {
    /// The kind's name within the schema's: `gate` in `oddsbench.gate/2`.
    static var kind: String { get }
}

/// Every result of this project: one kind of content, and everything needed to
/// repeat it. The content's fields can be read as if they were the envelope's.
///
/// A figure that could not be had is absent from the JSON, never `null`.
@dynamicMemberLookup
public struct ResultEnvelope<Content: ResultContent>: Equatable, Sendable {
    /// The schema's name and version, such as `oddsbench.gate/2`. A field may be
    /// added under the same version; one that changes its meaning or goes away
    /// needs a new one.
    public let schema: String
    /// The command's words, defaults filled in, so that it repeats the run.
    public var command: [String]
    /// The traffic's seed; `nil` when a capture was offered, or no traffic.
    public var seed: UInt64?
    /// SHA-256 over the text of all frames, in order, each followed by a line
    /// feed; `nil` where there is no single traffic.
    public var trafficDigest: String?
    public var environment: EnvironmentDescription
    public var result: Content

    public init(
        command: [String], seed: UInt64? = nil, trafficDigest: String? = nil,
        environment: EnvironmentDescription, _ result: Content
    ) {
        schema = Self.schemaName
        self.command = command
        self.seed = seed
        self.trafficDigest = trafficDigest
        self.environment = environment
        self.result = result
    }

    public subscript<Value>(dynamicMember path: KeyPath<Content, Value>) -> Value {
        result[keyPath: path]
    }

    /// What this version writes.
    public static var schemaName: String { "oddsbench.\(Content.kind)/2" }

    /// Before there were envelopes, the content's fields stood beside the
    /// others. Revisions of that time are still gated and reported.
    static var schemaNameWithoutEnvelope: String { "oddsbench.\(Content.kind)/1" }
}

extension ResultEnvelope: Codable {
    private enum CodingKeys: String, CodingKey {
        case schema, command, seed, trafficDigest, environment, result
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        schema = try container.decode(String.self, forKey: .schema)
        command = try container.decode([String].self, forKey: .command)
        seed = try container.decodeIfPresent(UInt64.self, forKey: .seed)
        trafficDigest = try container.decodeIfPresent(String.self, forKey: .trafficDigest)
        environment = try container.decode(EnvironmentDescription.self, forKey: .environment)
        switch schema {
        case Self.schemaName: result = try container.decode(Content.self, forKey: .result)
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
    /// - Throws: `EncodingError`, if a figure is not a number.
    public func json() throws -> Data { try ResultCoding.encode(self) }

    /// Reads what `json` wrote, in this version or before there were envelopes.
    ///
    /// - Throws: `DecodingError`.
    public init(json: Data) throws {
        self = try JSONDecoder().decode(Self.self, from: json)
    }
}

/// How results are written as JSON.
package enum ResultCoding {
    package static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value) + Data("\n".utf8)
    }
}
