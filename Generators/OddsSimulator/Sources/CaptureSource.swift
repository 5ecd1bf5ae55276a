import OddsCapture

/// A recording as the source of a server: each of its channels is a topic, and
/// its frames come in the recording's rhythm, verbatim, broken ones too, as far
/// as they are UTF-8.
///
/// The whole recording is kept in memory. Before a channel's first dump has
/// come, the topic has an empty one.
package final class CaptureSource: FeedSource {
    private struct Channel {
        var state = FoldedChannel()
        var isOpen = false
    }

    private let frames: [CaptureFrame]
    private let numbers: [[UInt8]: TopicNumber]
    private var channels: [Channel]
    private var position = 0

    /// - Throws: `CaptureError`; `FeedError` for a recording without a frame.
    package init(path: String) throws {
        var reader = try CaptureReader(path: path)
        var frames: [CaptureFrame] = []
        var numbers: [[UInt8]: TopicNumber] = [:]
        while let frame = try reader.next() {
            let name = Array(frame.channel.utf8)
            if numbers[name] == nil { numbers[name] = numbers.count }
            frames.append(frame)
        }
        guard !frames.isEmpty else { throw FeedError("\(path) holds no frame") }
        self.frames = frames
        self.numbers = numbers
        channels = Array(repeating: Channel(), count: numbers.count)
        skipFirstDumps()
    }

    /// What stands in the recording before any time has passed is known to who
    /// comes first.
    private func skipFirstDumps() {
        while position < frames.count, nextNanoseconds == 0 { advance { _, _, _ in } }
    }

    package var nextNanoseconds: UInt64? {
        guard position < frames.count else { return nil }
        return UInt64(max(0, frames[position].at - frames[0].at)) * 1_000_000
    }

    package func advance(_ sink: FrameSink) {
        let frame = frames[position]
        position += 1
        guard let number = numbers[Array(frame.channel.utf8)] else { return }
        frame.bytes.withUnsafeBytes { bytes in
            let recordCount = channels[number].state.apply(bytes)
            // A message of a WebSocket is UTF-8 or it ends the connection, so
            // what is not stays out.
            guard channels[number].isOpen, String(validating: bytes, as: UTF8.self) != nil
            else { return }
            sink(number, bytes, recordCount)
        }
    }

    package func open(_ topic: String) throws(FeedError) -> TopicNumber {
        let number = try number(of: topic)
        channels[number].isOpen = true
        return number
    }

    private func number(of topic: String) throws(FeedError) -> TopicNumber {
        guard let number = numbers[Array(topic.utf8)] else {
            throw FeedError("the recording has no channel \(topic)")
        }
        return number
    }

    package func close(_ topic: TopicNumber) { channels[topic].isOpen = false }

    package func dump(of topic: TopicNumber) throws(FeedError) -> [UInt8] {
        channels[topic].state.dump(version: channels[topic].state.version)
    }

    package func dump(of topic: String) throws(FeedError) -> [UInt8] {
        try dump(of: number(of: topic))
    }

    /// A recording has its own versions: each topic gets the one that it has.
    package func writeFence(_ sink: FrameSink) {
        for number in channels.indices where channels[number].isOpen {
            let version = channels[number].state.version
            guard !version.isEmpty else { continue }
            let frame = Array(#"{"version":"#.utf8) + version
                + Array(#","messageType":"UPDATE","records":[]}"#.utf8)
            frame.withUnsafeBytes { sink(number, $0, 0) }
        }
    }

    package func change(scenario: String?, rate: Int?) throws(FeedError) {
        throw FeedError("a recording has no scenario and no rate")
    }

    package var operatorInfo: [UInt8] { Array(#"{"ucsOperatorId":1,"languages":["en"]}"#.utf8) }
}
