import OddsJSON

/// A frame of the feed, or the answer to a request for one.
public struct FeedResponse: Codable, Equatable, Sendable {
    /// The meaning of the records.
    public enum MessageType: String, Codable, Sendable {
        /// Whole entities, in place of all that there were.
        case initialDump = "INITIAL_DUMP"
        /// Changes.
        case update = "UPDATE"
    }

    /// The size of the largest frame.
    static let bytesMax = 64 << 20
    /// The levels of the deepest frame, itself included.
    static let levelsMax = 64

    /// The decimal digits by which frames are ordered; `nil` if there are none to be read.
    public let version: String?
    /// The word of the server for the shape, if it has one.
    public let format: String?
    /// The meaning of the records.
    public let messageType: MessageType
    /// The records, in their order.
    public let records: [EntityRecord]

    /// Decodes a frame.
    ///
    /// - Throws: `DecodingError` if it is none. Records that cannot be read are `unknown`.
    public init(from decoder: any Decoder) throws {
        let tree = try AnyCodable(from: decoder).json
        do {
            try self.init(tree)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: error.reason))
        }
    }
}

extension FeedResponse {
    /// - Throws: at offset 0, if the value is no frame.
    init(_ tree: JSONValue) throws(FeedResponseError) {
        guard let members = Members(tree) else {
            throw FeedResponseError(offset: 0, reason: "expected an object")
        }
        guard let type = members.text("messageType").flatMap(MessageType.init) else {
            throw FeedResponseError(
                offset: 0, reason: "expected a messageType, INITIAL_DUMP or UPDATE")
        }
        guard case .array(let records) = members["records"] else {
            throw FeedResponseError(offset: 0, reason: "expected an array of records")
        }
        version = members["version"].flatMap(Self.version)
        format = members.text("format")
        messageType = type
        self.records = records.map {
            EntityRecord(Members($0), isChange: type == .update)
        }
    }

    private static func version(_ value: JSONValue) -> String? {
        guard let text = value.identifier, 1...19 ~= text.utf8.count, text.utf8.allSatisfy(isDigit)
        else { return nil }
        return text
    }

    /// The number by which versions are compared.
    var versionNumber: UInt64? { version.flatMap { UInt64($0) } }
}

/// An error of a text that is no frame.
public struct FeedResponseError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The first offending byte; 0 for a wrong shape.
    public let offset: Int
    /// The fault there, without the text.
    public let reason: String

    /// One line.
    public var description: String { "not a frame of the feed: \(reason), at byte \(offset)" }
}
