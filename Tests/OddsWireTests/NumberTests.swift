import OddsReference
import OddsTestInputs
import Testing

/// What the typed properties of kind integer and number make of JSON numbers.
@Suite struct NumberTests {
    /// The one property of a MATCH or an offer with this value; `nil` if the
    /// record is rejected.
    private func values(
        _ property: UTF8Text, _ text: String, type: String
    ) -> [ReferenceValue?] {
        let record = #"{"_type":"\#(type)","id":"1","\#(property)":\#(text)}"#
        let frame = Array(#"{"messageType":"INITIAL_DUMP","records":[\#(record)]}"#.utf8)
        return [FrameReader().read(frame), FrameReader.readByReference(frame)].map { reading in
            reading.frame?.records.first?.properties[property] ?? nil
        }
    }

    static let wholeNumbers: [(String, Int64)] = [
        ("0", 0), ("-0", 0), ("0.0", 0), ("-0.000", 0), ("0e0", 0), ("0e999999999", 0),
        ("0e-999999999", 0), ("0.000e99999999999999999999", 0), ("47", 47), ("47.0", 47),
        ("4.7e1", 47), ("4.7E+1", 47), ("470e-1", 47), ("0.47e2", 47), ("-47.00", -47),
        ("0.000000000000000000000000000047e30", 47), ("1000000000000000000000000e-24", 1),
        ("47000000000000000000000000000000e-30", 47), ("1e18", 1_000_000_000_000_000_000),
        ("9007199254740993", 9_007_199_254_740_993),
        ("999999999999999999", 999_999_999_999_999_999),
        ("9223372036854775807", .max), ("9223372036854775807.0", .max),
        ("922337203685477580.7e1", .max), ("9.223372036854775807e18", .max),
        ("9223372036854775807000e-3", .max), ("-9223372036854775808", .min),
        ("-9.223372036854775808E18", .min), ("-9223372036854775807", -.max),
        ("1.0000000000000000000000000000000000", 1),
    ]

    /// EM-P3.
    @Test(arguments: wholeNumbers)
    func wholeNumberIsReadExactly(text: String, expected: Int64) {
        #expect(
            values("startTime", text, type: "MATCH") == [.integer(expected), .integer(expected)])
    }

    /// EM-P3.
    @Test(
        arguments: [
            "0.5", "-0.1", "47.01", "4.75e1", "1e-1", "1e-999999999", "0.99999999999999999999",
            "9223372036854775808", "-9223372036854775809", "9223372036854775807.5",
            "9223372036854775806.99999999999999999999", "1e19", "10000000000000000000",
            "18446744073709551616", "18446744073709551617", "1e999999999",
            "1e99999999999999999999", "-1e-99999999999999999999", "9.3e18",
            "123456789012345678901234567890", "1234567890123456789.1", "\"47\"", "true", "[]",
            "{}", "[47]",
        ])
    func otherValueOfAnIntegerPropertyRejectsTheRecord(text: String) {
        #expect(values("startTime", text, type: "MATCH") == [nil, nil])
    }

    static let doubles: [(String, Double)] = [
        ("0", 0), ("-0", -0.0), ("-0.0", -0.0), ("0e999999999", 0), ("-0e5", -0.0), ("1", 1),
        ("1.85", 1.85), ("185e-2", 1.85), ("0.1", 0.1), ("1e22", 1e22), ("1e23", 1e23),
        ("9007199254740992", 0x1p53), ("9007199254740993", 0x1p53),
        ("9007199254740993.00000000000000000001", 0x1.0000000000001p53),
        ("9007199254740995", 0x1.0000000000002p53), ("9007199254740991e1", 0x1.3ffffffffffffp56),
        ("0.1000000000000000055511151231257827021181583404541015625", 0.1),
        ("2.2250738585072011e-308", .leastNormalMagnitude.nextDown),
        ("2.2250738585072014e-308", .leastNormalMagnitude), ("4.9e-324", 0x1p-1074),
        ("2.4703282292062327e-324", 0), ("2.4703282292062328e-324", 0x1p-1074),
        ("1e-400", 0), ("-1e-400", -0.0), ("1e-999999999", 0),
        ("1.7976931348623157e308", .greatestFiniteMagnitude),
        ("1.7976931348623158e308", .greatestFiniteMagnitude),
        ("0.00017976931348623157e312", .greatestFiniteMagnitude),
    ]

    /// EM-P4.
    @Test(arguments: doubles)
    func numberIsReadCorrectlyRounded(text: String, expected: Double) {
        let value = ReferenceValue.number(bits: expected.bitPattern)
        #expect(values("odds", text, type: "BETTING_OFFER") == [value, value])
    }

    /// EM-P4.
    @Test(
        arguments: [
            "1.7976931348623159e308", "1e309", "-1e309", "1e999999999", "1e99999999999999999999",
            "\"1.85\"", "true", "[]", "{}",
        ])
    func otherValueOfANumberPropertyRejectsTheRecord(text: String) {
        #expect(values("odds", text, type: "BETTING_OFFER") == [nil, nil])
    }

    @Test func numbersOfManyDigitsAreRead() {
        let zeros = String(repeating: "0", count: 5_000)
        let one = ReferenceValue.number(bits: (1.0).bitPattern)
        let whole = ReferenceValue.integer(1)
        #expect(values("odds", "0.\(zeros)1e5001", type: "BETTING_OFFER") == [one, one])
        #expect(values("odds", "1\(zeros)e-5000", type: "BETTING_OFFER") == [one, one])
        #expect(values("startTime", "0.\(zeros)1e5001", type: "MATCH") == [whole, whole])
        #expect(values("startTime", "1\(zeros)e-5000", type: "MATCH") == [whole, whole])
        #expect(values("startTime", "1\(zeros)", type: "MATCH") == [nil, nil])
    }

    /// Random spellings against the standard library, which rounds correctly.
    @Test(arguments: UInt64(1)...8)
    func randomNumbersAreReadAsTheStandardLibraryDoes(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<300 {
            let text = randomNumber(&random)
            let double = Double(text)!
            let expected: ReferenceValue? =
                double.isFinite ? .number(bits: double.bitPattern) : nil
            #expect(
                values("odds", text, type: "BETTING_OFFER") == [expected, expected],
                "seed \(seed): \(text)")
            let integers = values("startTime", text, type: "MATCH")
            #expect(integers[0] == integers[1], "seed \(seed): \(text)")
        }
    }

    private func randomNumber(_ random: inout SplitMix64) -> String {
        func digits(_ count: Int) -> String {
            (0..<count).map { _ in "\(random.chance(30) ? 0 : random.below(10))" }.joined()
        }
        var text = random.chance(30) ? "-" : ""
        text += random.chance(30) ? "0" : "\(1 + random.below(9))\(digits(random.below(22)))"
        if random.chance(60) { text += ".\(digits(1 + random.below(22)))" }
        if random.chance(60) {
            text += random.pick(["e", "E", "e+", "e-", "E-"])
            text += "\(random.below(random.pick([5, 25, 330])))"
        }
        return text
    }
}
