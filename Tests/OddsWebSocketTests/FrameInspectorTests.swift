import NIOWebSocket
import Testing

@testable import OddsWebSocket

@Suite struct FrameInspectorTests {
    /// A frame with a length in the given number of bytes behind the first two.
    private static func frame(
        _ opcode: UInt8, _ data: [UInt8], isFinal: Bool = true, lengthBytes: Int? = nil,
        key: [UInt8] = [1, 2, 3, 4]
    ) -> [UInt8] {
        let shortest = data.count < 126 ? 0 : data.count < 65_536 ? 2 : 8
        let lengthBytes = lengthBytes ?? shortest
        let short = lengthBytes == 0 ? data.count : lengthBytes == 2 ? 126 : 127
        var bytes = [(isFinal ? 0x80 : 0) | opcode, UInt8(short) | (key.isEmpty ? 0 : 0x80)]
        for shift in (0..<lengthBytes).reversed() {
            bytes.append(UInt8(truncatingIfNeeded: data.count >> (8 * shift)))
        }
        let masked = key.isEmpty ? data : data.enumerated().map { $1 ^ key[$0 & 3] }
        return bytes + key + masked
    }

    /// What is found in bytes that arrive in pieces; the offset is that in all.
    private static func violation(
        in bytes: [UInt8], step: Int
    ) -> (offset: Int, code: WebSocketErrorCode)? {
        var inspector = FrameInspector()
        var start = 0
        while start < bytes.count {
            let end = min((start / step + 1) * step, bytes.count)
            do {
                start += try Array(bytes[start..<end]).withUnsafeBytes {
                    try inspector.inspectFrame($0)
                }
            } catch let found as FrameInspector.Violation {
                return (start + found.offset, found.code)
            } catch {
                Issue.record(error)
            }
        }
        return nil
    }

    @Test("It goes to the end of a frame, and knows that it is between two")
    func frameEnds() throws {
        let first = Self.frame(1, Array("first".utf8))
        let second = Self.frame(9, Array("second".utf8))
        var inspector = FrameInspector()
        try (first + second).withUnsafeBytes { bytes in
            let firstEnd = try inspector.inspectFrame(bytes)
            #expect(firstEnd == first.count && inspector.isBetweenFrames)
            let rest = UnsafeRawBufferPointer(rebasing: bytes[first.count...].dropLast())
            let end = try inspector.inspectFrame(rest)
            #expect(end == rest.count && !inspector.isBetweenFrames)
        }
    }

    private static func expect(
        _ bytes: [UInt8], offset: Int?, _ code: WebSocketErrorCode? = nil,
        _ comment: Comment? = nil
    ) {
        for step in [1, 2, 7, bytes.count] {
            let found = violation(in: bytes, step: step)
            #expect(found?.offset == offset, comment)
            #expect(found?.code == code, comment)
        }
    }

    @Test("A length that would fit into fewer bytes is refused (§5.2), of any frame", arguments: [
        (0, 2), (125, 2), (0, 8), (125, 8), (126, 8), (65_535, 8),
    ])
    func longLengths(count: Int, lengthBytes: Int) {
        let data = [UInt8](repeating: 0x61, count: count)
        for opcode in [1, 2] as [UInt8] {
            for key in [[], [9, 8, 7, 6]] as [[UInt8]] {
                let good = Self.frame(1, Array("ok".utf8), key: key)
                let bad = Self.frame(opcode, data, lengthBytes: lengthBytes, key: key)
                Self.expect(
                    good + bad, offset: good.count + 1 + lengthBytes, .protocolError)
            }
        }
    }

    @Test("Lengths in their shortest form are let in", arguments: [
        0, 1, 125, 126, 127, 65_535, 65_536,
    ])
    func shortestLengths(count: Int) {
        let data = [UInt8](repeating: 0x61, count: count)
        Self.expect(Self.frame(1, data) + Self.frame(2, data, key: []), offset: nil)
    }

    @Test("Text ends at its first wrong byte, within a frame and across fragments")
    func textFailsFast() {
        let cut = Self.frame(1, [0xCE], isFinal: false)
        let ping = Self.frame(9, [0xFF])
        let rest = Self.frame(0, [0xBA, 0xF4, 0x90, 0x80, 0x80], isFinal: false)
        let bad = cut + ping + rest
        Self.expect(bad, offset: bad.count - 3, .dataInconsistentWithMessage)
    }

    @Test("Text that ends within a character is refused at its last byte")
    func cutCharacter() {
        let whole = Self.frame(1, Array("a".utf8) + [0xE2, 0x82])
        Self.expect(whole, offset: whole.count - 1, .dataInconsistentWithMessage)
        let empty = Self.frame(1, [0xE2], isFinal: false) + Self.frame(0, [])
        Self.expect(empty, offset: empty.count - 1, .dataInconsistentWithMessage)
    }

    @Test("Binary messages, control frames and compressed text may hold any bytes")
    func otherBytes() {
        let any: [UInt8] = [0xFF, 0xC0, 0x80]
        let bytes = Self.frame(2, any, isFinal: false) + Self.frame(9, any) + Self.frame(0, any)
            + Self.frame(0x41, any, isFinal: false) + Self.frame(10, any) + Self.frame(0, any)
            + Self.frame(1, Array("é".utf8))
        Self.expect(bytes, offset: nil)
    }
}
