import OddsReference
import Testing

/// Texts, keys and ids in a record, by hand.
@Suite struct RecordReadingTests {
    /// What both readers make of a dump of one record.
    private func records(_ json: String) -> [ReferenceRecord?] {
        let frame = Array(#"{"messageType":"INITIAL_DUMP","records":[\#(json)]}"#.utf8)
        return [FrameReader().read(frame), FrameReader.readByReference(frame)]
            .map { $0.frame?.records.first }
    }

    @Test(
        arguments: [
            (#"a\"\\\/\b\f\n\r\t"#, "a\"\\/\u{8}\u{C}\n\r\t"),
            (#"\u0041\u00e9\u20AC\ud83d\ude00"#, "Aé€😀"),
            (#"\u0000"#, "\u{0}"),
            (#"\ud800"#, "\u{FFFD}"), (#"\udc00"#, "\u{FFFD}"), (#"\ud800x"#, "\u{FFFD}x"),
            (#"\udc00\ud800"#, "\u{FFFD}\u{FFFD}"), (#"\ud800\u0041"#, "\u{FFFD}A"),
            (#"\ud800\ud83d\ude00"#, "\u{FFFD}😀"), (#"\ud800\n"#, "\u{FFFD}\n"),
            (#"\ud800\\udc00"#, "\u{FFFD}\\udc00"),
            (#"1234567\u0041"#, "1234567A"), (#"12345678901234\n67890"#, "12345678901234\n67890"),
            ("e\u{301}", "e\u{301}"), ("\u{10FFFF}", "\u{10FFFF}"),
        ])
    func stringMeansItsTextWithEscapesRead(source: String, text: String) {
        let expected = ReferenceRecord(
            operation: .put, name: EntityName(type: "MATCH", id: "1"),
            properties: ["name": .text(UTF8Text(text))])
        let json = #"{"_type":"MATCH","id":"1","name":"\#(source)"}"#
        #expect(records(json) == [expected, expected])
    }

    @Test func keysAreComparedAfterTheirEscapesAreRead() {
        let expected = ReferenceRecord(
            operation: .put, name: EntityName(type: "BETTING_OFFER", id: "7"),
            properties: ["odds": .number(bits: (2.0).bitPattern)])
        let json = #"{"_typ\u0065":"BETTING\u005FOFFER","\u0069d":"\u0037","odd\u0073":2}"#
        #expect(records(json) == [expected, expected])
    }

    /// EM-F4.
    @Test(
        arguments: [
            #""odds":1,"odds":2"#, #""odds":"x","odds":2"#, #""odds":null,"odds":2"#,
            #""odds":[1],"\u006fdds":2"#, #""\u006Fdds":1,"odds":2"#,
        ])
    func onlyTheLastOfRepeatedKeysCounts(members: String) {
        let expected = ReferenceRecord(
            operation: .put, name: EntityName(type: "BETTING_OFFER", id: "7"),
            properties: ["odds": .number(bits: (2.0).bitPattern)])
        let json = #"{"_type":"BETTING_OFFER","id":"7",\#(members)}"#
        #expect(records(json) == [expected, expected])
        let rejected = #"{"_type":"BETTING_OFFER","id":"7",\#(members),"odds":"x"}"#
        #expect(records(rejected) == [nil, nil])
    }

    /// Beyond some number of keys the parser finds repeated ones another way.
    @Test func repeatedKeysOfAWideReferenceEntityAreFound() {
        let names = (0..<300).map { "key\($0)" }
        let members = (names + names.reversed()).enumerated()
            .map { #""\#($0.element)":\#($0.offset)"# }
        let properties = names.enumerated().map { index, name in
            (UTF8Text(name), ReferenceValue?.some(.received(UTF8Text("\(599 - index)"))))
        }
        let expected = ReferenceRecord(
            operation: .put, name: EntityName(type: "SPORT", id: "1"),
            properties: Dictionary(uniqueKeysWithValues: properties))
        let json = #"{"_type":"SPORT","id":"1",\#(members.joined(separator: ","))}"#
        #expect(records(json) == [expected, expected])
    }

    /// EM-I1, EM-I2.
    @Test(
        arguments: [
            (#""7""#, "7"), (#""007""#, "007"), ("7", "7"), ("-7", "-7"), ("-0", "-0"), ("0", "0"),
            (#""9999999999999999999""#, "9999999999999999999"),
            (#""10000000000000000000""#, "10000000000000000000"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            (#"" 7""#, " 7"), (#""+7""#, "+7"), (#""é""#, "é"), (#""e\u0301""#, "e\u{301}"),
        ])
    func idIsTextOrTheTextOfAnInteger(source: String, id: String) {
        for type in ["MATCH", "SPORT"] {
            let expected = ReferenceRecord(
                operation: .put, name: EntityName(type: UTF8Text(type), id: UTF8Text(id)),
                properties: [:])
            let json = #"{"_type":"\#(type)","id":\#(source)}"#
            #expect(records(json) == [expected, expected])
        }
    }

    /// EM-I1, EM-I2.
    @Test(arguments: [#""""#, "null", "7.0", "7e0", "true", "[7]", "{}"])
    func recordWithoutAnIdIsRejected(source: String) {
        for type in ["MATCH", "SPORT"] {
            #expect(records(#"{"_type":"\#(type)","id":\#(source)}"#) == [nil, nil])
        }
    }
}
