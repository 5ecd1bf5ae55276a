import OddsCapture
import OddsJSON
import OddsTraffic

/// Serves a recording: each of its channels is a topic. Frames are sent
/// verbatim at their recorded times; broken ones are included if they are
/// UTF-8.
///
/// The whole recording is kept in memory. Until the first dump of a channel,
/// the dump of its topic is empty.
package final class CaptureSource: FeedSource {
    private struct Channel {
        var state = FoldedChannel()
        var isOpen = false
    }

    private let frames: [CaptureFrame]
    private let numbers: [[UInt8]: TopicNumber]
    private var channels: [Channel]
    private var position = 0

    /// - Throws: `CaptureError`; `FeedError` for a recording without frames.
    package init(path: String) throws {
        var reader = try CaptureReader(path: path)
        var frames: [CaptureFrame] = []
        var numbers: [[UInt8]: TopicNumber] = [:]
        while let frame = try reader.next() {
            let name = Array(frame.channel.utf8)
            if numbers[name] == nil { numbers[name] = numbers.count }
            frames.append(frame)
        }
        guard !frames.isEmpty else { throw FeedError("\(path) contains no frames") }
        self.frames = frames
        self.numbers = numbers
        channels = Array(repeating: Channel(), count: numbers.count)
        skipFirstDumps()
    }

    /// Applies the frames recorded at time 0, so that even the first client
    /// receives them as its dump.
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
            // A WebSocket text message that is not UTF-8 ends the connection,
            // so such frames are left out.
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

    /// A recording has versions of its own, so each topic keeps its latest one.
    package func writeFence(_ sink: FrameSink) {
        for number in channels.indices where channels[number].isOpen {
            let version = channels[number].state.version
            guard !version.isEmpty else { continue }
            let frame = Array(#"{"version":"#.utf8) + version
                + Array(#","messageType":"UPDATE","records":[]}"#.utf8)
            frame.withUnsafeBytes { sink(number, $0, 0) }
        }
    }

    package func change(
        scenario: String?, rate: Int?
    ) throws(FeedError) -> (scenario: String, rate: Int) {
        throw FeedError("a recording has no scenario and no rate")
    }

    package func answer(_ query: WorldQuery) throws(FeedError) -> [UInt8] {
        throw FeedError("a recording answers no such call")
    }

    package func quotes(_ ids: [UInt64], of key: QuoteKey) -> [OfferQuote] { [] }

    /// A recording does not say who has won.
    package var worldNanoseconds: UInt64? { nil }

    package func keepSettlements() {}

    package func takeSettlements() -> [MarketSettlement] { [] }

    package var operatorInfo: [UInt8] {
        var text = Array(#"{"ucsOperatorId":1,"languages":["en"],"topics":["#.utf8)
        let names = numbers.sorted { $0.value < $1.value }.map(\.key)
        for (index, name) in names.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            text.appendJSONString(name)
        }
        return text + Array("]}".utf8)
    }
}
