import OddsTraffic
import OddsWire

extension MicroBenchmark {
    static let parser = MicroBenchmark(
        "parser", operation: "a record of an odds frame read into a batch"
    ) { scale in
        let frames = try FrameSet(
            name: "odds", traffic: .odds(events: scale.events, markets: scale.markets),
            updateCount: scale.frames * 64)
        let updates = frames.updates
        let parser = Held(OursDecode())
        return Pass(operationCount: frames.recordCount(of: updates)) {
            for index in updates {
                guard parser.value.decode(frames[index]) else {
                    throw PeerError.frameRefused(
                        implementation: "ours", frame: frames.description(of: index), reason: nil)
                }
            }
        }
    }
}

/// A place for a value that cannot be copied, so that closures can hold it.
final class Held<Value: ~Copyable> {
    var value: Value

    init(_ value: consuming Value) { self.value = value }
}
