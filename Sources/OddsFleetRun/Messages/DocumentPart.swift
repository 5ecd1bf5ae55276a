import Foundation
import OddsJSON
import OddsMeasurement

/// A part of a document that is too large for one message.
package struct DocumentPart: Equatable, Sendable {
    /// From 1.
    package var number: Int
    /// How many there are.
    package var count: Int
    /// SHA-256 of the whole document.
    package var digest: String
    package var bytes: [UInt8]

    /// In Base64 such a part is below the message limit.
    package static let bytesMax = 512 << 10
    package static let countMax = AgentResult.bytesMax / bytesMax

    /// Divides a document.
    ///
    /// - Precondition: It has at most `AgentResult.bytesMax` bytes.
    /// - Complexity: O(bytes).
    package static func parts(
        of document: [UInt8], bytesMax: Int = bytesMax
    ) -> [DocumentPart] {
        let count = max((document.count + bytesMax - 1) / bytesMax, 1)
        precondition(count <= countMax)
        let digest = SHA256Digest(of: document).hexadecimal
        return (0..<count).map { index in
            let start = index * bytesMax
            let end = min(start + bytesMax, document.count)
            return DocumentPart(
                number: index + 1, count: count, digest: digest,
                bytes: Array(document[start..<end]))
        }
    }

    var members: [(String, JSONValue)] {
        [
            ("number", .number(number)), ("count", .number(count)), ("digest", .string(digest)),
            ("bytes", .string(Data(bytes).base64EncodedString())),
        ]
    }

    init(number: Int, count: Int, digest: String, bytes: [UInt8]) {
        self.number = number
        self.count = count
        self.digest = digest
        self.bytes = bytes
    }

    init(_ reader: inout DocumentReader) throws(FleetDocumentError) {
        count = try reader.number("count", in: 1...Self.countMax)
        number = try reader.number("number", in: 1...count)
        digest = try reader.text("digest", bytes: 64...64)
        let text = try reader.text("bytes", bytes: 0...(Self.bytesMax + 2) / 3 * 4)
        guard let data = Data(base64Encoded: text) else {
            throw reader.error("bytes", "is no Base64")
        }
        bytes = Array(data)
    }
}

/// Puts parts together, in whatever order they come and however often.
package struct DocumentAssembler: Sendable {
    private var parts: [Int: [UInt8]] = [:]
    private var count = 0
    private var digest = ""

    package init() {}

    /// Adds a part. One of another document than the first part's is dropped.
    ///
    /// - Returns: The document, once it is whole and has its digest.
    package mutating func add(_ part: DocumentPart) -> [UInt8]? {
        if parts.isEmpty { (count, digest) = (part.count, part.digest) }
        guard part.count == count, part.digest == digest, parts[part.number] == nil else {
            return nil
        }
        parts[part.number] = part.bytes
        guard parts.count == count else { return nil }
        let document = (1...count).flatMap { parts[$0] ?? [] }
        guard SHA256Digest(of: document).hexadecimal == digest else {
            parts = [:]
            return nil
        }
        return document
    }
}
