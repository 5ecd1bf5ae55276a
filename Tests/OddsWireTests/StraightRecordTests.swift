import OddsWire
import Testing

/// Records of which only an id, a time and mostly a price vary are read without loops, and
/// one such shape after the other: prices, suspended offers and reopened ones.
@Suite struct StraightRecordTests {
    private static func update(_ properties: String) -> String {
        #"""
        {"changeType":"UPDATE","entityType":"BETTING_OFFER","id":"273905176604061696",\#
        "changedProperties":{\#(properties)}}
        """#
    }

    private static let price = update(#""lastChangedTime":1750752646343,"odds":1.8547008"#)
    private static let suspension = update(
        #""statusId":"4","isAvailable":false,"lastChangedTime":1750752646343"#)
    private static let reopening = update(
        #""isAvailable":true,"lastChangedTime":1750752646343,"statusId":"1","odds":2"#)

    private static func frame(_ records: [String]) -> [UInt8] {
        Array(
            """
            {"version":"1750752646343","format":"AGGREGATOR","messageType":"UPDATE",\
            "records":[\(records.joined(separator: ","))]}
            """.utf8)
    }

    /// A parser that takes all values for constant but times and prices.
    private static func learned(_ kernels: PredictionOptions.Kernels) -> FrameReader {
        let reader = FrameReader(kernels, patience: 1)
        for digit in 0..<40 {
            for record in [price, suspension, reopening] {
                let other = record.replacing("646343", with: "6463\(10 + digit)")
                    .replacing(#""odds":2"#, with: #""odds":\#(digit)"#)
                _ = reader.read(frame([record, other]))
            }
        }
        return reader
    }

    @Test(arguments: PredictionOptions.Kernels.available)
    func anyOrder(kernels: PredictionOptions.Kernels) {
        let reader = Self.learned(kernels)
        let records = [Self.price, Self.suspension, Self.reopening]
        for first in records {
            for second in records {
                for third in records {
                    expectAgreement(on: Self.frame([first, second, third]), reader)
                }
            }
        }
    }

    @Test(arguments: PredictionOptions.Kernels.available)
    func everyByteThatChanges(kernels: PredictionOptions.Kernels) {
        let reader = Self.learned(kernels)
        let whole = Self.frame([Self.price, Self.suspension, Self.reopening, Self.price])
        expectAgreement(
            onChangesOf: whole, from: Self.frame([]).count - 2,
            bytes: Array("\"09x,{}[]-.".utf8) + [0, 0xFF], reader)
    }

    /// What was constant and mostly is another value is constant no more.
    @Test(arguments: PredictionOptions.Kernels.available)
    func constantThatIsGivenUp(kernels: PredictionOptions.Kernels) {
        let reader = Self.learned(kernels)
        for status in 0..<200 {
            let record = Self.suspension.replacing(#""4""#, with: "\"\(status)\"")
            expectAgreement(on: Self.frame([record, Self.suspension, record]), reader)
        }
    }
}
