import Foundation
import OddsCapture
import OddsJSON

/// The WebSocket messages of a HAR file, as the developer tools of Chromium export it: HAR 1.2
/// (http://www.softwareishard.com/blog/har-12-spec/), whose entries have `_webSocketMessages`
/// (https://chromium-review.googlesource.com/c/chromium/src/+/1555867).
///
/// The file is mapped; messages are read out of it on demand.
struct HARArchive {
    private let content: Data
    /// Those with messages, in the file's order.
    private(set) var connections: [HARConnection] = []

    /// - Throws: `ConversionError`.
    /// - Complexity: O(bytes).
    init(path: String) throws(ConversionError) {
        do {
            content = try Self.content(of: URL(filePath: path))
        } catch {
            guard FileManager.default.fileExists(atPath: path) else {
                throw .capture(.noSuchFile(file: path))
            }
            throw .unreadable(file: path, reason: error)
        }
        do throws(JSONSyntaxError) {
            connections = try Self.connections(of: content)
        } catch {
            throw .notHAR(file: path, what: "\(error.what) at byte \(error.offset)")
        }
        guard !connections.isEmpty else { throw .noMessages(file: path) }
    }

    /// Pipes and devices cannot be mapped.
    private static func content(of file: URL) throws -> Data {
        let isRegular = try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile
        return isRegular == true
            ? try Data(contentsOf: file, options: .mappedIfSafe)
            : try FileHandle(forReadingFrom: file).readToEnd() ?? Data()
    }

    /// Takes a message of a connection into its conversation.
    ///
    /// - Complexity: O(bytes).
    func take(
        _ message: HARConnection.Message, of conversation: inout FeedConversation
    ) -> [(content: FeedConversation.Content, session: Int)] {
        switch bytes(of: message.content) {
        case .success(let bytes):
            bytes.withUnsafeBytes { conversation.take($0, isSent: message.isSent) }
        case .failure(let failure): [(.unreadable(failure.reason), 0)]
        }
    }

    private struct Unreadable: Error {
        let reason: String
    }

    private func bytes(of message: HARConnection.Content) -> Result<[UInt8], Unreadable> {
        switch message {
        case .text(let parts): return .success(parts.flatMap(text))
        case .base64(let parts):
            var bytes: [UInt8] = []
            for part in parts {
                // Some programs break it into lines.
                let digits = text(part).filter { !isWhiteSpace($0) }
                guard let decoded = Base64.decode(digits) else {
                    return .failure(Unreadable(reason: "no Base64"))
                }
                bytes += decoded
            }
            return .success(bytes)
        case .unreadable(let reason): return .failure(Unreadable(reason: reason))
        }
    }

    private func text(_ range: Range<Int>) -> [UInt8] {
        content.withUnsafeBytes {
            JSONText.unescaped(UnsafeRawBufferPointer(rebasing: $0[range]))
        }
    }

    private static func connections(of content: Data) throws(JSONSyntaxError) -> [HARConnection] {
        // The closure of `withUnsafeBytes` cannot throw a typed error.
        try content.withUnsafeBytes { bytes in
            Result { () throws(JSONSyntaxError) in try connections(of: bytes) }
        }.get()
    }

    private static func connections(
        of bytes: UnsafeRawBufferPointer
    ) throws(JSONSyntaxError) -> [HARConnection] {
        guard !bytes.isEmpty else { throw JSONSyntaxError(offset: 0, what: "it is empty") }
        guard !isUTF16(bytes) else {
            throw JSONSyntaxError(
                offset: 0, what: "UTF-16, not UTF-8 ('iconv -f UTF-16 -t UTF-8' makes one of it)")
        }
        guard !bytes.starts(with: [0x1F, 0x8B]) else {
            throw JSONSyntaxError(offset: 0, what: "compressed ('gzip -dc' gives the file)")
        }
        var scanner = JSONScanner(bytes)
        if bytes.starts(with: byteOrderMark) { scanner.advance(by: byteOrderMark.count) }
        scanner.skipWhiteSpace()
        let start = scanner.position
        try scanner.skipValue()
        let end = scanner.position
        scanner.skipWhiteSpace()
        guard scanner.isAtEnd else { throw scanner.error("bytes behind the object") }
        guard let log = try bytes.member("log", of: start..<end),
            let entries = try bytes.member("entries", of: log),
            bytes[entries.lowerBound] == UInt8(ascii: "[")
        else {
            throw JSONSyntaxError(offset: start, what: "there is no array log.entries")
        }
        var connections: [HARConnection] = []
        var walk = JSONScanner(bytes, at: entries.lowerBound)
        try walk.forEachElement { entry throws(JSONSyntaxError) in
            guard let connection = try HARMessages.connection(of: entry, in: bytes),
                !connection.messages.isEmpty
            else { return }
            connections.append(connection)
        }
        return connections
    }
}
