import CNATS
import Foundation

/// A message that has come. Used on one thread at a time.
package struct NATSMessage: ~Copyable {
    private let pointer: OpaquePointer

    /// Takes ownership.
    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { SpentMessages.add(pointer) }

    /// Where it was published.
    package var subject: String { String(cString: natsMsg_GetSubject(pointer)) }

    /// The last token of the subject.
    package var lastToken: Substring {
        let subject = subject
        let dot = subject.utf8.lastIndex(of: UInt8(ascii: "."))
        return subject[(dot.map { subject.utf8.index(after: $0) } ?? subject.startIndex)...]
    }

    /// Where its answer goes; `nil` for a message that wants none.
    package var reply: String? {
        natsMsg_GetReply(pointer).flatMap {
            let text = String(cString: $0)
            return text.isEmpty ? nil : text
        }
    }

    /// The number of bytes of the content.
    package var byteCount: Int { Int(natsMsg_GetDataLength(pointer)) }

    /// Calls `body` with the content, which is valid during the call.
    package borrowing func withBytes<Value>(
        _ body: (UnsafeRawBufferPointer) throws -> Value
    ) rethrows -> Value {
        try body(UnsafeRawBufferPointer(start: natsMsg_GetData(pointer), count: byteCount))
    }

    /// A copy of the content.
    package var bytes: [UInt8] { withBytes { Array($0) } }

    /// More headers than any message has that is of use to anybody: the others are not looked at.
    private static let headersMax = 128

    /// All headers, as far as these are not absurdly many.
    package var headers: [(name: String, value: String)] {
        var names: UnsafeMutablePointer<UnsafePointer<CChar>?>?
        var count: Int32 = 0
        guard natsMsgHeader_Keys(pointer, &names, &count) == NATS_OK, let names else { return [] }
        defer { free(names) }
        var headers: [(name: String, value: String)] = []
        for index in 0..<min(Int(count), Self.headersMax) {
            guard let name = names[index] else { continue }
            for value in values(of: name) { headers.append((String(cString: name), value)) }
        }
        return headers
    }

    private func values(of name: UnsafePointer<CChar>) -> [String] {
        var values: UnsafeMutablePointer<UnsafePointer<CChar>?>?
        var count: Int32 = 0
        guard natsMsgHeader_Values(pointer, name, &values, &count) == NATS_OK, let values else {
            return []
        }
        defer { free(values) }
        return (0..<min(Int(count), Self.headersMax)).compactMap {
            values[$0].map { String(cString: $0) }
        }
    }

    /// Whether it says that nobody has subscribed to the subject of a request.
    package var saysNoResponders: Bool { natsMsg_IsNoResponders(pointer) }

    /// Its sequence in the stream that it was got from.
    var sequence: UInt64 { natsMsg_GetSequence(pointer) }

    /// When it was stored, in nanoseconds since 1970.
    var storedNanoseconds: Int64 { natsMsg_GetTime(pointer) }
}
