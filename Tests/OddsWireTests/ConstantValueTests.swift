import OddsWire
import Testing

/// Values that have been the same in all records of a shape are compared like
/// its keys; one that changes must still be read as it is.
@Suite struct ConstantValueTests {
    private static let record = #"""
        {"changeType":"CREATE","entityType":"BETTING_OFFER","id":"273905176604061696",\#
        "entity":{"_type":"BETTING_OFFER","id":"273905176604061696","providerId":"1",\#
        "outcomeId":"273905176604061633","bettingTypeId":"69","statusId":"1","isLive":true,\#
        "odds":1.8547008,"multiKey":"","lastChangedTime":1750752646343,"count":17,\#
        "couponKey":"1234567890123","isAvailable":false,"note":null,"list":[]}}
        """#

    private static func frame(_ records: [String], version: Int = 1_750_752_646_343) -> [UInt8] {
        Array(
            """
            {"version":"\(version)","format":"AGGREGATOR","messageType":"UPDATE",\
            "records":[\(records.joined(separator: ","))]}
            """.utf8)
    }

    /// A parser that takes all values of the record for constant.
    private static func learned(_ kernels: PredictionOptions.Kernels) -> FrameReader {
        let reader = FrameReader(kernels, patience: 1)
        for _ in 0..<12 { _ = reader.read(frame([record, record])) }
        return reader
    }

    @Test(arguments: PredictionOptions.Kernels.available)
    func everyByteThatChanges(kernels: PredictionOptions.Kernels) {
        let reader = Self.learned(kernels)
        let start = Self.frame([Self.record]).count - 2
        let whole = Self.frame([Self.record, Self.record])
        expectAgreement(
            onChangesOf: whole, from: start,
            bytes: Array("\"09x \\,{}[]-.eé".utf8) + [0, 0x1F, 0x7F, 0xFF], reader)
    }

    @Test(
        arguments: PredictionOptions.Kernels.available,
        [
            ("1.8547008", "-1.5"), ("1.8547008", "2"), (":17", ":-17"), (":17", ":18"),
            (":17", ":1.0"),
            ("true", "false"), ("false", "true"), ("true", "null"), ("null", "7"), ("[]", "[1]"),
            ("\"\"", "\"x\""), ("\"1234567890123\"", "\"9876543210987\""),
            ("\"1234567890123\"", "\"12345678901234\""), ("1750752646343", "1750752646344"),
        ])
    func valueThatChanges(kernels: PredictionOptions.Kernels, value: (String, String)) {
        let reader = Self.learned(kernels)
        let changed = Self.record.replacing(value.0, with: value.1, maxReplacements: 1)
        #expect(changed != Self.record)
        for _ in 0..<3 {
            expectAgreement(on: Self.frame([Self.record, changed, Self.record]), reader)
            expectAgreement(on: Self.frame([changed]), reader)
        }
    }
}
