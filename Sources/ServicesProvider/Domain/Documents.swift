/// A type of document that the server takes.
public struct DocumentType: Hashable, Sendable {
    /// What an upload names it by.
    public let name: String
    /// Whether it has several files, such as front and back.
    public let needsMultipleFiles: Bool
    /// Whether it has a date of expiry.
    public let needsExpiryDate: Bool
}

/// How far the verification of documents is.
public enum VerificationStatus: Hashable, Sendable {
    /// There are none.
    case none
    /// They wait.
    case pending
    /// They are approved.
    case approved
    /// They are rejected.
    case rejected
    /// A status that the client does not know.
    case undefined(String)
}

/// A document that a player has uploaded.
public struct UserDocument: Hashable, Sendable {
    /// The document.
    public let id: String
    /// Its type.
    public let type: String
    /// How far its verification is.
    public let status: VerificationStatus
    /// The names of its files.
    public let fileNames: [String]
}

/// A file to upload.
public struct DocumentUpload: Hashable, Sendable {
    /// The file's name.
    public var fileName: String
    /// The file's content: JPEG, PNG or PDF of at most 10 MiB.
    public var content: [UInt8]

    /// A file.
    public init(fileName: String, content: [UInt8]) {
        self.fileName = fileName
        self.content = content
    }
}

extension DocumentUpload: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The number of bytes.
    public var description: String { "DocumentUpload(\(content.count) bytes)" }
    /// The same.
    public var debugDescription: String { description }
    /// Nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// How far the verification of a player is.
public struct DocumentationData: Hashable, Sendable {
    /// How far it is.
    public let status: VerificationStatus
    /// Why documents were rejected.
    public let reason: String?
    /// Until when an approval holds, `YYYY-MM-DD`.
    public let expiryDate: String?
}
