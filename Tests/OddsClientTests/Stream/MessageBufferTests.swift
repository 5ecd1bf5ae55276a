import Testing

@testable import OddsClient

@Suite struct MessageBufferTests {
    private static let bytesMax = 4 * (MessageBuffer.messageOverheadBytes + 10)

    /// Ten bytes each.
    private let messages = (0..<8).map {
        $0.isMultiple(of: 2)
            ? WebSocketClientStream.Message.text("message \($0)!")
            : .binary(Array("message \($0)!".utf8))
    }

    @Test("Messages come in order, and behind them the end, for ever")
    func order() {
        var buffer = MessageBuffer(bytesMax: Self.bytesMax)
        #expect(buffer.take() == nil)
        for message in messages { buffer.append(message) }
        buffer.finish(nil)
        for message in messages { #expect(buffer.take() == .message(message)) }
        for _ in 0..<3 { #expect(buffer.take() == .end) }
        #expect(buffer.byteCount == 0)
    }

    @Test("A failure is taken once; what comes after the first end changes nothing")
    func failure() {
        var buffer = MessageBuffer(bytesMax: Self.bytesMax)
        buffer.append(messages[0])
        buffer.finish(.connectionLost("test"))
        buffer.finish(nil)
        #expect(buffer.take() == .message(messages[0]))
        #expect(buffer.take() == .failure(.connectionLost("test")))
        #expect(buffer.take() == .end)
    }

    @Test("It is full at its bound, and no more at half of it")
    func bound() {
        var buffer = MessageBuffer(bytesMax: Self.bytesMax)
        for message in messages[..<3] { buffer.append(message) }
        #expect(!buffer.isFull)
        buffer.append(messages[3])
        #expect(buffer.isFull)
        _ = buffer.take()
        #expect(buffer.isFull)
        _ = buffer.take()
        #expect(!buffer.isFull)
        buffer.append(messages[4])
        #expect(!buffer.isFull)
    }

    @Test("A message that is larger than the bound is taken, and fills it")
    func largeMessage() {
        var buffer = MessageBuffer(bytesMax: Self.bytesMax)
        let large = WebSocketClientStream.Message.binary(Array(repeating: 7, count: 10_000))
        buffer.append(large)
        #expect(buffer.isFull)
        #expect(buffer.take() == .message(large))
        #expect(!buffer.isFull)
    }

    @Test("A new connection drops what is left of an ended one, and nothing of its own")
    func newConnection() {
        var buffer = MessageBuffer(bytesMax: Self.bytesMax)
        buffer.append(messages[0])
        buffer.begin()
        #expect(buffer.take() == .message(messages[0]))
        for message in messages { buffer.append(message) }
        buffer.finish(.closed)
        buffer.begin()
        #expect(!buffer.isFull && buffer.byteCount == 0)
        #expect(buffer.take() == nil)
    }
}
