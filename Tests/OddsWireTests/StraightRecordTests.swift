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

    private static func frame(_ records: [String], separator: String = ",") -> [UInt8] {
        Array(
            """
            {"version":"1750752646343","format":"AGGREGATOR","messageType":"UPDATE",\
            "records":[\(records.joined(separator: separator))]}
            """.utf8)
    }

    /// A parser that takes all values for constant but times and prices.
    private static func learned(
        _ kernels: PredictionOptions.Kernels, separator: String = ","
    ) -> FrameReader {
        let reader = FrameReader(kernels, patience: 1)
        for digit in 0..<40 {
            for record in [price, suspension, reopening] {
                let other = record.replacing("646343", with: "6463\(10 + digit)")
                    .replacing(#""odds":2"#, with: #""odds":\#(digit)"#)
                _ = reader.read(frame([record, other], separator: separator))
            }
        }
        return reader
    }

    @Test(arguments: PredictionOptions.Kernels.available)
    func pricesSuspensionsAndReopenings(kernels: PredictionOptions.Kernels) {
        #expect(Self.learned(kernels).straightCount == 3)
    }

    @Test(arguments: PredictionOptions.Kernels.available, [",", ", ", ",\n      "])
    func anyOrder(kernels: PredictionOptions.Kernels, separator: String) {
        let reader = Self.learned(kernels, separator: separator)
        let records = [Self.price, Self.suspension, Self.reopening]
        for first in records {
            for second in records {
                for third in records {
                    expectAgreement(
                        on: Self.frame([first, second, third], separator: separator), reader)
                }
            }
        }
    }

    /// More records than there is room for at first, and all ends of a frame.
    @Test(arguments: PredictionOptions.Kernels.available)
    func manyRecords(kernels: PredictionOptions.Kernels) {
        let reader = Self.learned(kernels)
        for count in [65, 200, 1_000] {
            let records = (0..<count).map {
                [Self.price, Self.suspension, Self.reopening][$0 * $0 % 3]
            }
            let whole = Self.frame(records)
            expectAgreement(on: whole, reader)
            for rest in 1..<8 { expectAgreement(on: Array(whole.dropLast(rest)), reader) }
        }
    }

    @Test(arguments: PredictionOptions.Kernels.available)
    func valuesOfOtherForms(kernels: PredictionOptions.Kernels) {
        let reader = Self.learned(kernels)
        let ids = [
            "27390517660406169", "2739051766040616961", "9223372036854775807",
            "9223372036854775808", "9999999999999999999", "99999999999999999",
            "10000000000000000", "18446744073709551616", "073905176604061696",
            "000000000000000000", "27390517660406169a",
        ]
        let times = [
            "1750752646", "1750752646343123", "17507526463431234", "0750752646343",
            "1750752646343.0", "1750752646343e0", "-750752646343", "1750752646343 ",
        ]
        let odds = [
            "0", "-0", "-1.5", "1e2", "1.5E-3", "01.5", ".5", "1.", "1.50",
            "123456789012345.5",
        ]
        for record in [Self.price, Self.suspension, Self.reopening] {
            let others =
                ids.map { record.replacing("273905176604061696", with: $0) }
                + times.map { record.replacing("1750752646343", with: $0) }
                + odds.map { record.replacing("1.8547008", with: $0) }
                + odds.map { record.replacing(#""odds":2"#, with: #""odds":\#($0)"#) }
            for other in others {
                expectAgreement(on: Self.frame([record, other, record]), reader)
                expectAgreement(on: Self.frame([other]), reader)
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

    /// What was constant and mostly is another value is constant no more, for however long
    /// it was.
    @Test(arguments: PredictionOptions.Kernels.available, [1, 1_000])
    func constantThatIsGivenUp(kernels: PredictionOptions.Kernels, repeats: Int) {
        let reader = Self.learned(kernels)
        for _ in 0..<repeats { _ = reader.read(Self.frame([Self.suspension])) }
        let constants = reader.foldedCount
        for status in 0..<2 * repeats + 200 {
            let record = Self.suspension.replacing(#""4""#, with: "\"\(status % 5)\"")
            expectAgreement(on: Self.frame([record, Self.suspension, record]), reader)
        }
        #expect(reader.foldedCount == constants - 1)
    }

    /// Offers of a market are suspended at once, and at one time.
    @Test(arguments: PredictionOptions.Kernels.available)
    func timeThatIsTheSame(kernels: PredictionOptions.Kernels) {
        let reader = FrameReader(kernels, patience: 4)
        for id in 0..<40 {
            let record = Self.suspension.replacing("061696", with: "\(100_000 + id)")
            _ = reader.read(Self.frame([record, record]))
        }
        #expect(reader.straightCount == 1)
        let later = Self.suspension.replacing("646343", with: "646344")
        expectAgreement(on: Self.frame([later, Self.suspension]), reader)
    }

    /// A shape that was straight is looked at for constants once it is not.
    @Test(arguments: PredictionOptions.Kernels.available)
    func straightNoMore(kernels: PredictionOptions.Kernels) {
        let reader = FrameReader(kernels, patience: 4)
        let shorter = Self.price.replacing("273905176604061696", with: "2739051766040616")
        for time in 0..<40 {
            _ = reader.read(Self.frame([Self.price.replacing("43,", with: "\(10 + time),")]))
        }
        #expect(reader.straightCount == 1 && reader.foldedCount == 0)
        for time in 0..<40 {
            _ = reader.read(Self.frame([shorter.replacing("43,", with: "\(10 + time),")]))
        }
        #expect(reader.straightCount == 0 && reader.foldedCount == 1)
        expectAgreement(on: Self.frame([shorter, Self.price, shorter]), reader)
    }
}
