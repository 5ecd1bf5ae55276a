import OddsModel
import OddsReconstruction
import OddsTraffic
import OddsWire

// The store, without the parser: batches are read beforehand.

extension MicroBenchmark {
    static let idTable = MicroBenchmark(
        "id-table", operation: "a change of no property: a look-up by id, and dispatch"
    ) { scale in
        let store = try LoadedStore(scale)
        let ids = store.shuffledOfferIDs()
        let batches = try ids.chunks(of: 250).map { ids in
            try Held(updateFrame: ids.map { ($0, "") })
        }
        return Pass(operationCount: ids.count) { store.apply(batches) }
    }

    static let columns = MicroBenchmark(
        "columns", operation: "a change of odds and time: look-up, compare, write, note"
    ) { scale in
        let store = try LoadedStore(scale)
        let ids = store.shuffledOfferIDs()
        // Twice with other values, or the second pass would change nothing.
        let batches = try [1, 2].flatMap { odds in
            try ids.chunks(of: 250).map { ids in
                try Held(
                    updateFrame: ids.map {
                        ($0, #""lastChangedTime":175075264634\#(odds),"odds":\#(odds).5"#)
                    })
            }
        }
        return Pass(operationCount: 2 * ids.count) { store.apply(batches) }
    }
}

/// A store with generated state in it.
private final class LoadedStore {
    /// Does nothing in `apply` but what its store does.
    private var graph = IncrementalGraph()
    private var offerIDs: [UInt64] = []

    init(_ scale: MicroBenchmark.Scale) throws {
        let frames = try FrameSet(
            name: "state", traffic: .odds(events: scale.events, markets: scale.markets),
            updateCount: 0)
        for index in 0..<frames.initialCount {
            let batch = try Held(batchOf: frames[index])
            _ = graph.apply(batch.value)
            for record in 0..<batch.value.count
            where batch.value[record].type == .bettingOffer {
                offerIDs.append(batch.value[record].key.rawValue)
            }
        }
    }

    /// In an order that the memory's prefetching cannot guess.
    func shuffledOfferIDs() -> [UInt64] {
        var random = TrafficRandom(seed: 7)
        return offerIDs.shuffled(using: &random)
    }

    func apply(_ batches: [Held<FrameBatch>]) {
        for batch in batches { _ = graph.apply(batch.value) }
    }
}

extension Held where Value == FrameBatch, Value: ~Copyable {
    /// A batch of offers' UPDATE records, with their changed properties as
    /// JSON. Its frame stays in memory for good.
    fileprivate convenience init(updateFrame changes: [(id: UInt64, properties: String)]) throws {
        let records = changes.map { id, properties in
            """
            {"changeType":"UPDATE","entityType":"BETTING_OFFER","id":"\(id)",\
            "changedProperties":{\(properties)}}
            """
        }
        let text = #"{"messageType":"UPDATE","records":[\#(records.joined(separator: ","))]}"#
        let frame = UnsafeMutableRawBufferPointer.allocate(
            byteCount: text.utf8.count, alignment: 64)
        frame.copyBytes(from: text.utf8)
        try self.init(batchOf: UnsafeRawBufferPointer(frame))
    }

    fileprivate convenience init(batchOf frame: UnsafeRawBufferPointer) throws {
        var parser = FrameParser()
        var batch = FrameBatch()
        try parser.parse(frame, into: &batch)
        self.init(batch)
    }
}

extension Array {
    fileprivate func chunks(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}
