import OddsReference
import OddsTraffic
import Testing

@Suite struct FrameStyleTests {
    static let styles: [FrameStyle] = {
        var shuffled = FrameStyle()
        shuffled.keyOrderSeed = 1
        var pretty = FrameStyle()
        pretty.isPrettyPrinted = true
        var both = pretty
        both.keyOrderSeed = 2
        return [FrameStyle(), shuffled, pretty, both]
    }()

    /// Frames that are rejected are so in every style.
    @Test(arguments: ["steady", "hostile"], styles.indices)
    func styleKeepsTheMeaning(scenario: String, style: Int) throws {
        let traffic = try Traffic(.small(scenario: scenario), frameCount: 200)
        for frame in traffic.allFrames {
            let text = String(decoding: frame.bytes, as: UTF8.self)
            let styled = Self.styles[style].rewrite(frame.bytes)
            let original = try? ReferenceFrame(frame.bytes)
            let rewritten = try? ReferenceFrame(styled)
            #expect((original == nil) == (rewritten == nil), "\(text)")
            #expect(original?.version == rewritten?.version, "\(text)")
            #expect(original?.records == rewritten?.records, "\(text)")
        }
    }

    private func rewritten(_ text: String, _ change: (inout FrameStyle) -> Void) -> String {
        var style = FrameStyle()
        change(&style)
        return String(decoding: style.rewrite(Array(text.utf8)), as: UTF8.self)
    }

    @Test func equalKeySetsGetEqualOrders() {
        let orders = (0..<20).map { seed in
            rewritten(#"[{"a":1,"b":2,"c":3},{"c":3,"b":2,"a":1}]"#) { $0.keyOrderSeed = seed }
        }
        for text in orders {
            let objects = text.dropFirst().dropLast().split(separator: "},{")
            #expect(objects[0].drop { $0 == "{" } == objects[1].prefix { $0 != "}" })
        }
        #expect(Set(orders).count > 1)
    }

    @Test func repeatedKeysStayInOrder() {
        for seed in UInt64(0)..<20 {
            let text = rewritten(#"{"a":1,"b":2,"a":3}"#) { $0.keyOrderSeed = seed }
            #expect(text.firstRange(of: "1")!.lowerBound < text.firstRange(of: "3")!.lowerBound)
        }
        let escaped = #"{"a":1,"b":2,"\u0061":3}"#
        #expect(rewritten(escaped) { $0.keyOrderSeed = 1 } == escaped)
    }

    @Test func unknownPropertyIsAddedToRecordsAndWhatIsInThem() {
        let text = rewritten(#"{"records":[{"entity":{"x":{}}}]}"#) {
            $0.addsUnknownProperty = true
        }
        let unknown = #""feedSource":"aggregator-7""#
        #expect(text == #"{"records":[{"entity":{"x":{},\#(unknown)},\#(unknown)}]}"#)
    }

    @Test func prettyPrintingIndents() {
        let text = rewritten(#"{ "a":[1,{}], "b":"x, {y" }"#) { $0.isPrettyPrinted = true }
        #expect(text == "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": \"x, {y\"\n}")
    }

    @Test(arguments: ["", "[1", "{\"a\" 1}", "{}}", "\"a", "{\"a\\", "[1 2]", "[,]"])
    func whatIsNotJSONStaysAsItIs(text: String) {
        #expect(rewritten(text) { $0.isPrettyPrinted = true } == text)
    }
}
