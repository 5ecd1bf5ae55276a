import Testing

@testable import OddsWire

/// What translators learn of changes, and which changes are read with it.
@Suite struct ElementTemplateTests {
    private static let content =
        #""contentId":{"type":"liveDataSummaryAdvancedListBySportType","id":"FBL/0"}"#

    private static func element(_ path: String, _ change: String) -> String {
        #"{\#(content),"changeType":"UPDATED","path":"\#(path)","change":\#(change)}"#
    }

    /// How a reader that learned the first of two changes reads the second, and its path
    /// then.
    private func form(
        learned: String, then: String
    ) throws -> (ContentElement.Form, path: String, value: String) {
        var reader = SocketFrameReader()
        var scratch = TranslationScratch(reader.names)
        return try withUnsafeMutablePointer(to: &scratch) { scratch in
            try read(learned, &reader) { scanner, batch, reader in
                let learning = TemplateLearning(
                    reading: ElementReading(
                        scanner: scanner, scratch: scratch, containers: reader.containers))
                let element = reader.elements[0]
                let template = learning.template(
                    of: element, .updated, isOfPrices: learned.contains("currentprice"), &batch)
                guard let template else { return }
                reader.templates.add(
                    template,
                    of: UnsafeRawBufferPointer(
                        start: scanner.base + Int(element.start),
                        count: scanner.count - Int(element.start)))
            }
            return try read(then, &reader) { scanner, batch, reader in
                let element = reader.elements[0]
                guard element.form == .located else { return (element.form, "", "") }
                let known = reader.templates.path(of: element)
                let path = try #require(known)
                let ids = [path.event, path.market, path.selection, path.sport, path.navigationNode]
                let texts = (ids.compactMap { $0 } + [path.last.name])
                    .map { String(decoding: batch.bytes($0), as: UTF8.self) }
                let rest = UnsafeBufferPointer(
                    start: scanner.base + Int(element.change),
                    count: scanner.count - Int(element.change) - 3)
                return (
                    element.form, texts.joined(separator: " "),
                    String(decoding: rest, as: UTF8.self)
                )
            }
        }
    }

    private func read<Result>(
        _ element: String, _ reader: inout SocketFrameReader,
        _ body: (JSONScanner, inout FrameBatch, inout SocketFrameReader) throws -> Result
    ) throws -> Result {
        var contents = ContentTable()
        var frame = #"{"notificationType":"CONTENT_CHANGES","data":[\#(element)]}"#
        return try frame.withUTF8 { utf8 in
            let read = try reader.read(UnsafeRawBufferPointer(utf8), &contents)
            var batch = FrameBatch()
            batch.begin(read.scanner.text)
            return try body(read.scanner, &batch, &reader)
        }
    }

    @Test(arguments: [
        ("[idfoevent=1.1]|numMarkets", "41", "[idfoevent=900100000.1]|numMarkets", "7",
            "900100000.1 numMarkets"),
        ("[idfosporttype=FBL]|numEvents", "4", "[idfosporttype=X Y]|numEvents", "99",
            "X Y numEvents"),
        ("[idfwbonavigation=1.1]|numevents", "4", "[idfwbonavigation=x/y]|numevents", "99",
            "x/y numevents"),
        ("[idfoevent=1.1]|markets|[idfomarket=2.1]|istradable", "true",
            "[idfoevent=11.1]|markets|[idfomarket=222.1]|istradable", "false",
            "11.1 222.1 istradable"),
        ("[idfoevent=1.1]|markets|[idfomarket=2.1]|selections|[idfoselection=3.1]", "{}",
            "[idfoevent=1.1]|markets|[idfomarket=22.1]|selections|[idfoselection=333.1]", "{}",
            "1.1 22.1 333.1 "),
        ("[idfoevent=1.1]|x[idfomarket=2.1]", "1", "[idfoevent=10.1]|x[idfomarket=20.1]", "2",
            "10.1 20.1 x"),
        ("[idfoevent=1.1]|liveDataSummary|scores|SET1_SCORE", #"{"home":"1","away":2}"#,
            "[idfoevent=1.1]|liveDataSummary|scores|SET1_SCORE", #"{"home":"11","away":22}"#,
            "1.1 SET1_SCORE"),
        ("numEvents", #""4""#, "numEvents", #""""#, "numEvents"),
    ])
    func changesOfOneFormAreLocated(
        path: String, change: String, otherPath: String, otherChange: String, parts: String
    ) throws {
        let found = try form(
            learned: Self.element(path, change), then: Self.element(otherPath, otherChange))
        #expect(found == (.located, parts, otherChange))
    }

    @Test func changesOfPricesAreReadWhole() throws {
        let path = "[idfoselection=ID]"
        let change = #"{"currentpriceup":"1","currentpricedown":"2"}"#
        let found = try form(
            learned: Self.element(path.replacing("ID", with: "1.1"), change),
            then: Self.element(path.replacing("ID", with: "2.1"), change))
        #expect(found.0 == .prices)
    }

    @Test(arguments: [
        // Of another form.
        ("[idfoevent=1.1]|numMarkets", "41", "[idfoevent=1.1]|numMarkets", "-1"),
        ("[idfoevent=1.1]|numMarkets", "41", "[idfoevent=1.1]|numMarkets", "01"),
        ("[idfoevent=1.1]|numMarkets", "41", "[idfoevent=1.2]|numMarkets", "1"),
        ("[idfosporttype=FBL]|numEvents", "4", "[idfosporttype=F|B]|numEvents", "1"),
        ("[idfosporttype=FBL]|numEvents", "4", "[idfosporttype=F]B]|numEvents", "1"),
        // Not to be learned.
        ("[idfoevent=x]|numMarkets", "41", "[idfoevent=x]|numMarkets", "1"),
        ("[idfoteam=1.1]|numMarkets", "41", "[idfoteam=1.1]|numMarkets", "1"),
        ("[idfoevent=1.1]|[idfoevent=2.1]|x", "4", "[idfoevent=1.1]|[idfoevent=2.1]|x", "4"),
        ("[idfoevent=1.1]|numMarkets", "-1", "[idfoevent=1.1]|numMarkets", "-1"),
        ("[idfoevent=1.1]|x", "[1]", "[idfoevent=1.1]|x", "[1]"),
    ])
    func othersAreReadInGeneral(
        path: String, change: String, otherPath: String, otherChange: String
    ) throws {
        // What is no JSON is rejected with its frame.
        let found = try? form(
            learned: Self.element(path, change), then: Self.element(otherPath, otherChange))
        #expect(found == nil || found?.0 == .general)
    }
}
