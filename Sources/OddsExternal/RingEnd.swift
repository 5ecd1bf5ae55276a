import Foundation

/// The program's end of the rings.
struct RingEnd {
    private let memory: RingMemory
    private let event: Int32
    private var messageEnd: UInt64 = 0
    private var answerEnd: UInt64 = 0

    /// How often the position is looked at before the program sleeps: about a millisecond,
    /// as waking up takes longer than most answers.
    private static let spinCount = 1_000_000

    init(_ memory: RingMemory, event: Int32) {
        self.memory = memory
        self.event = event
    }

    mutating func next() -> Message {
        var spins = 0
        var end = memory.position(at: RingLayout.messagePosition)
        while end == messageEnd {
            spins += 1
            if spins > Self.spinCount {
                var count: UInt64 = 0
                _ = read(event, &count, 8)
            }
            end = memory.position(at: RingLayout.messagePosition)
        }
        let (bytes, _) = memory.message(
            after: messageEnd, ring: RingLayout.messages, ringBytes: memory.layout.messageBytes)
        messageEnd = end
        let head = MessageHead(bytes)
        return Message(
            head: head,
            content: UnsafeRawBufferPointer(
                start: bytes + StrategyMessage.headBytes, count: Int(head.length)))
    }

    mutating func write(_ head: MessageHead, _ content: [UInt8]) {
        var head = head
        let fits = StrategyMessage.headBytes + content.count <= memory.layout.answerBytes
        let piped = head
        if !fits {
            head.length = 0
            head.kind = StrategyMessage.Kind.answeredByPipe.rawValue
        }
        let count = StrategyMessage.headBytes + (fits ? content.count : 0)
        let (room, end) = memory.room(
            for: count, after: answerEnd, ring: memory.layout.answers,
            ringBytes: memory.layout.answerBytes)
        head.write(to: room)
        if fits {
            content.withUnsafeBytes {
                guard let base = $0.baseAddress else { return }
                (room + StrategyMessage.headBytes).copyMemory(from: base, byteCount: $0.count)
            }
        }
        answerEnd = end
        memory.publish(end, at: RingLayout.answerPosition)
        // The pipe is read once the ring says that it is to be.
        if !fits { ServiceOutput.write(piped, content) }
    }
}
