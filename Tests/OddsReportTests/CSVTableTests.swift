import Foundation
import Testing

@testable import OddsReport

@Suite struct CSVTableTests {
    private func text(_ rows: [CSVRow]) -> String {
        String(decoding: CSVTable(rows).data, as: UTF8.self)
    }

    private func row(_ cells: [(String, CSVValue?)]) -> CSVRow {
        var row = CSVRow()
        for (name, value) in cells { row.add(name, value) }
        return row
    }

    @Test("What a reader would not see as one field is in quotes (RFC 4180)")
    func quoting() {
        let cells = [
            "plain", "a,b", "say \"no\"", "two\nlines", "a\r", " spaced", "a b", "",
            "µs;", "a\tb",
        ]
        let quoted = [
            "plain", "\"a,b\"", "\"say \"\"no\"\"\"", "\"two\nlines\"", "\"a\r\"", "\" spaced\"",
            "a b", "", "\"µs;\"", "\"a\tb\"",
        ]
        #expect(cells.map(CSVTable.quoted) == quoted)
        #expect(text([row([("a,b", .text("x,\"y\""))])]) == "\"a,b\"\r\n\"x,\"\"y\"\"\"\r\n")
    }

    @Test("A spreadsheet computes nothing of a text (OWASP, CSV injection)", arguments: [
        ("=1+1", "'=1+1"), ("@SUM(1)", "'@SUM(1)"), ("-1+cmd|' /C x'!A0", "'-1+cmd|' /C x'!A0"),
        ("+a,b", "\"'+a,b\""), ("\t=1", "\"'\t=1\""), ("\r=1", "\"'\r=1\""), ("＝1", "'＝1"),
        ("=\u{301}1", "'=\u{301}1"),
        // Numbers stay numbers.
        ("-1.5", "-1.5"), ("+2", "+2"), ("-2e-7", "-2e-7"), ("-", "'-"), ("a=1", "a=1"),
    ])
    func formulas(text: String, field: String) {
        #expect(CSVTable.quoted(text) == field)
    }

    @Test("Rows of different kinds share a header, and what one lacks is empty")
    func unionOfColumns() {
        let first = row([("file", .text("a")), ("p50", .unsigned(7)), ("p99", nil)])
        let second = row([("file", .text("b")), ("holds", .flag(true)), ("p50", .number(0.25))])
        #expect(
            text([first, second]) == """
                file,p50,p99,holds\r
                a,7,,\r
                b,0.25,,true\r

                """)
    }

    @Test(
        "Numbers are those of JSON",
        arguments: [
            (1e3, "1000"), (0.1, "0.1"), (-2, "-2"), (1.5e-7, "1.5e-07"),
            (2244.9656475356614, "2244.9656475356614"), (0, "0"),
        ])
    func numbers(value: Double, expected: String) {
        #expect(CSVValue.number(value).text == expected)
        #expect(Double(CSVValue.number(value).text) == value)
        #expect(CSVValue.unsigned(.max).text == "18446744073709551615")
    }
}
