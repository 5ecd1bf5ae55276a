import Testing

@testable import OddsTraffic

@Suite struct FrameWriterTests {
    private func text(_ write: (inout FrameWriter) -> Void) -> String {
        var writer = FrameWriter(capacity: 1)
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test("Numbers", arguments: [
        0, 1, 9, 10, 99, 100, 101, 12_345, 290_000_000_000_000_000, .max, -1, .min,
    ] as [Int64])
    func numbers(number: Int64) {
        #expect(text { $0.number(number) } == "\(number)")
    }

    @Test("Unsigned numbers", arguments: [0, 7, 10_000_000_000_000_000_000, .max] as [UInt64])
    func digits(number: UInt64) {
        #expect(text { $0.digits(number) } == "\(number)")
    }

    @Test("Quarters", arguments: [
        (0, "0"), (1, "0.25"), (-2, "-0.5"), (7, "1.75"), (-4, "-1"), (322, "80.5"),
    ] as [(Int32, String)])
    func quarters(quarters: Int32, expected: String) {
        #expect(text { $0.number(quarters: quarters) } == expected)
    }

    @Test("The ladder's prices ascend, without needless digits")
    func ladder() throws {
        let ladder = PriceLadder()
        var last = 1.0
        var texts: [String] = []
        for rung in 0..<ladder.rungCount {
            texts.append(String(decoding: ladder.text(of: rung), as: UTF8.self))
            let price = try #require(Double(texts[rung]))
            #expect(price > last)
            #expect(!texts[rung].contains(".") || texts[rung].last != "0")
            last = price
        }
        for price in ["1.01", "1.9090909", "1.8547009", "2", "2.45", "1000"] {
            #expect(texts.contains(price))
        }
    }

    @Test("Records are put together with commas where they belong")
    func records() {
        let frame = text { writer in
            writer.beginFrame(.create, version: 7)
            writer.beginUpdate(.stranger(.market), 1)
            writer.property("b", true)
            writer.absent("c")
            writer.property("d", "e")
            writer.endUpdate()
            writer.delete(.stranger(.market), 2)
            writer.beginEntity(.stranger(.market), 3, as: .create)
            writer.property("f", id: 4)
            writer.endEntity(as: .create)
            writer.endFrame()
        }
        #expect(
            frame == #"{"version":"7","format":"AGGREGATOR","messageType":"UPDATE","records":["#
                + #"{"changeType":"UPDATE","entityType":"MARKET","id":"1","changedProperties":"#
                + #"{"b":true,"c":null,"d":"e"}},"#
                + #"{"changeType":"DELETE","entityType":"MARKET","id":"2"},"#
                + #"{"changeType":"CREATE","entityType":"MARKET","id":"3","entity":"#
                + #"{"_type":"MARKET","id":"3","f":"4"}}]}"#)
    }
}
