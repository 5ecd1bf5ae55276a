import Testing

@testable import OddsJSON

@Suite struct JSONScannerTests {
    private func isLegal(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { utf8 in
            var scanner = JSONScanner(UnsafeRawBufferPointer(utf8))
            return (try? scanner.skipValue()) != nil && scanner.isAtEnd
        }
    }

    @Test("Legal JSON", arguments: [
        "0", "-0", "10.50e+07", "1E-2", "true", "false", "null", "\"\"", "[]", "{}", "[ ]", "{ }",
        "[1 , [ ] , {\"a\" : [ { } ] } ]", "\"\\u0000\\ud800\"", "\"é€😀\"", "[[],[[]],{}]",
    ])
    func legal(text: String) { #expect(isLegal(text)) }

    @Test("Illegal JSON", arguments: [
        "", "-", "01", "1.", ".5", "1e", "+1", "tru", "True", "nul", "\"", "\"\\x\"", "\"\\u12\"",
        "\"\t\"", "[", "]", "[1", "[1,]", "[,1]", "[1 2]", "[1}", "{", "{\"a\"}", "{\"a\":}",
        "{\"a\":1,}", "{a:1}", "{\"a\":1]", "{1:1}", "\u{0}", "\u{FEFF}{}", "[1]]",
    ])
    func illegal(text: String) { #expect(!isLegal(text)) }

    @Test("Members and elements are found where they are")
    func parts() throws {
        let text = Array(#"{ "a" : [ 1 , {"b":2} ] , "c" : "d" }"#.utf8)
        try text.withUnsafeBytes { bytes in
            var found: [String] = []
            let slice = { (range: Range<Int>) in String(decoding: bytes[range], as: UTF8.self) }
            var scanner = JSONScanner(bytes)
            try scanner.forEachMember { key, value throws(JSONSyntaxError) in
                found += [slice(key), slice(value)]
                guard bytes[value.lowerBound] == UInt8(ascii: "[") else { return }
                var elements = JSONScanner(bytes, at: value.lowerBound)
                try elements.forEachElement { found.append(slice($0)) }
            }
            #expect(scanner.isAtEnd)
            #expect(
                found == [
                    "\"a\"", #"[ 1 , {"b":2} ]"#, "1", #"{"b":2}"#, "\"c\"", "\"d\"",
                ])
        }
    }
}
