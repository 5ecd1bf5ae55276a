import NIOCore
import OddsTraffic
import PlatformFixture
import Testing

/// The port of the second provider's contents, below its socket and its requests.
@Suite(.timeLimit(.minutes(5))) struct ContentPortTests {
    private static let path = "/notification/listen/websocket"

    private static func request(_ port: Int, _ fields: String...) -> ByteBuffer {
        let lines =
            ["GET \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Origin: http://a"] + fields + [
                "Upgrade: websocket", "Connection: Upgrade",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
            ]
        return ByteBuffer(string: lines.joined(separator: "\r\n") + "\r\n\r\n")
    }

    /// A text under a mask of zeros.
    private static func frame(_ text: String) -> ByteBuffer {
        ByteBuffer(bytes: [0x81, 0x80 | UInt8(text.utf8.count), 0, 0, 0, 0] + Array(text.utf8))
    }

    /// Nothing but the end of what the client sends ends its connection.
    private func withPatience(_ body: (RunningContents) async throws -> Void) async throws {
        try await withContents(of: TrafficConfiguration()) {
            $0.handshakeMillisecondsMax = 3_600_000
            $0.idleMillisecondsMax = 3_600_000
        } _: { try await body($0) }
    }

    @Test(arguments: ["", "{}", #"{"subscriberId":null}"#])
    func socketEndsWithItsInput(_ message: String) async throws {
        try await withPatience { running in
            let frames = message.isEmpty ? [] : [Self.frame(message)]
            let answer = try await RawConnection(port: running.port).exchange(
                [Self.request(running.port)] + frames, ending: .afterFirstAnswer)
            #expect(answer.hasPrefix("HTTP/1.1 101 "), "\(answer)")
        }
    }

    @Test(arguments: ["", "GET / HT"])
    func connectionEndsWithItsInputBeforeARequest(_ text: String) async throws {
        try await withPatience { running in
            let answer = try await RawConnection(port: running.port).exchange(
                [ByteBuffer(string: text)], ending: .afterSending)
            #expect(!answer.hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test(arguments: ["Host: h", "Origin: http://b"])
    func handshakeWithTwoFieldsOfAKindIs400(_ field: String) async throws {
        try await withPatience { running in
            let answer = try await RawConnection(port: running.port).exchange(
                [Self.request(running.port, field)], ending: .never)
            #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
            #expect(answer.contains("more than one field \(field.prefix { $0 != ":" })"))
        }
    }
}
