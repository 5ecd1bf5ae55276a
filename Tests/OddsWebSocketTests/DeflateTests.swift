import NIOCore
import Testing

@testable import OddsWebSocket

@Suite struct DeflateTests {
    private static func sender(
        keepsContext: Bool = true, windowBits: Int = 15
    ) -> DeflateAgreement.Sender {
        DeflateAgreement.Sender(keepsContext: keepsContext, windowBits: windowBits)
    }

    private static func inflate(
        _ data: ByteBuffer, _ inflater: MessageInflater, step: Int = .max
    ) throws -> ByteBuffer {
        var rest = data
        var message = ByteBuffer()
        repeat {
            let piece = rest.readSlice(length: min(step, rest.readableBytes)) ?? ByteBuffer()
            try inflater.inflate(piece, isLast: rest.readableBytes == 0, into: &message)
        } while rest.readableBytes > 0
        return message
    }

    private static func deflate(
        _ message: [UInt8], _ deflater: MessageDeflater, keepsContext: Bool
    ) -> ByteBuffer {
        var output = ByteBuffer()
        message.withUnsafeBytes {
            deflater.deflate($0, keepsContext: keepsContext, into: &output)
        }
        return output
    }

    /// Messages like each other, and one that cannot be compressed.
    private static var messages: [[UInt8]] {
        (0..<20).map { Array("{\"id\":\"\($0)\",\"odds\":[1.\($0),2,3],\"text\":\"é\"}".utf8) }
            + [(0..<70_000).map { _ in UInt8.random(in: 0...255) }]
            + [[UInt8](repeating: 0x20, count: 60_000)]
    }

    @Test("Messages come back, with every window, with context and without",
        arguments: 8...15, [true, false])
    func roundTrip(windowBits: Int, keepsContext: Bool) throws {
        let deflater = MessageDeflater(windowBits: windowBits)
        let sender = Self.sender(keepsContext: keepsContext, windowBits: windowBits)
        let inflater = MessageInflater(sender, messageBytesMax: 1 << 20)
        for message in Self.messages {
            let data = Self.deflate(message, deflater, keepsContext: keepsContext)
            for step in [data.readableBytes, 1_000] where step == data.readableBytes
                || !keepsContext
            {
                let back = try Self.inflate(data, inflater, step: max(step, 1))
                #expect(back == ByteBuffer(bytes: message))
            }
        }
    }

    @Test("With context, a message like the one before takes a fraction of the bytes")
    func contextSaves() {
        let text = Array("{\"matchId\":\"1234567\",\"status\":\"live\",\"name\":\"A v B\"}".utf8)
        let sizes = [true, false].map { keepsContext in
            let deflater = MessageDeflater()
            _ = Self.deflate(text, deflater, keepsContext: keepsContext)
            return Self.deflate(text, deflater, keepsContext: keepsContext).readableBytes
        }
        #expect(sizes[0] * 4 < sizes[1])
    }

    @Test("The shared middle of messages reads like a message that was compressed whole")
    func sharedMiddle() throws {
        let deflater = MessageDeflater()
        let inflater = MessageInflater(Self.sender(keepsContext: false), messageBytesMax: 1 << 20)
        let middle = Array(String(repeating: "{\"odds\":1.5},", count: 100).utf8)
        let blocks = middle.withUnsafeBytes { deflater.blocks(of: $0) }
        for number in [1, 22, 333] {
            let head = Array("[68,\(number),".utf8)
            var data = ByteBuffer()
            head.withUnsafeBytes { head in
                [0x5D as UInt8].withUnsafeBytes { tail in
                    DeflatedMessage.write(head, blocks, tail, to: &data)
                }
            }
            #expect(data.readableBytes < 200)
            let back = try Self.inflate(data, inflater)
            #expect(back == ByteBuffer(bytes: head + middle + [0x5D]))
        }
    }

    /// RFC 7692, §7.2.3: each is "Hello".
    @Test("The examples of the RFC are read", arguments: [
        [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00],
        [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00],
        [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00],
        [0xF2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00],
    ] as [[UInt8]])
    func examples(data: [UInt8]) throws {
        for step in 1...data.count {
            let inflater = MessageInflater(Self.sender(), messageBytesMax: 100)
            let back = try Self.inflate(ByteBuffer(bytes: data), inflater, step: step)
            #expect(String(buffer: back) == "Hello")
            // With the context of the first, as the second example of §7.2.3.2.
            let again = ByteBuffer(bytes: [0xF2, 0x00, 0x11, 0x00, 0x00] as [UInt8])
            #expect(String(buffer: try Self.inflate(again, inflater)) == "Hello")
        }
    }

    @Test("A bomb is refused long before it is large, whole or in fragments")
    func bomb() throws {
        let zeros = [UInt8](repeating: 0, count: 16 << 20)
        let data = Self.deflate(zeros, MessageDeflater(), keepsContext: false)
        #expect(zeros.count / data.readableBytes > 1_000)
        for step in [data.readableBytes, 100] {
            let inflater = MessageInflater(Self.sender(), messageBytesMax: 64 << 20)
            var rest = data
            var message = ByteBuffer()
            #expect(throws: MessageInflater.Failure.expandsTooMuch) {
                while let piece = rest.readSlice(length: min(step, rest.readableBytes)) {
                    try inflater.inflate(
                        piece, isLast: rest.readableBytes == 0, into: &message)
                }
            }
            #expect(message.readableBytes <= MessageInflater.expansionMax * data.readableBytes + 1)
        }
    }

    @Test("A message above the limit is refused; one of just the limit is not")
    func limit() throws {
        let text = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let data = Self.deflate(text, MessageDeflater(), keepsContext: false)
        let exact = MessageInflater(Self.sender(), messageBytesMax: 1_000)
        #expect(try Self.inflate(data, exact).readableBytes == 1_000)
        let small = MessageInflater(Self.sender(), messageBytesMax: 999)
        #expect(throws: MessageInflater.Failure.tooLarge) { try Self.inflate(data, small) }
    }

    @Test("Damaged and cut messages are refused", arguments: [
        [0xFF, 0xFF, 0xFF], [0xF2, 0x48, 0xCD], [0x07], [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07],
    ] as [[UInt8]])
    func damaged(data: [UInt8]) {
        let inflater = MessageInflater(Self.sender(), messageBytesMax: 100)
        #expect(throws: MessageInflater.Failure.damaged) {
            try Self.inflate(ByteBuffer(bytes: data), inflater)
        }
    }
}
