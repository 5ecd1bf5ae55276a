import OddsWire
import Testing

/// Records mean the same whatever the order of their keys and the space between them
/// (EM-R2 of the feed contract): shapes in other orders are learned like any.
@Suite struct KeyOrderTests {
    private static let price = #"""
        {"id":"273905176604061696","changedProperties":{"odds":1.8547008,\#
        "lastChangedTime":1750752646343},"entityType":"BETTING_OFFER","changeType":"UPDATE"}
        """#
    /// The entity repeats an id that comes after it.
    private static let outcome = #"""
        {"entity":{"id":"273905176604061633","typeId":"69","_type":"OUTCOME","statusId":"1"},\#
        "changeType":"CREATE","entityType":"OUTCOME","id":"273905176604061633"}
        """#
    /// The name of a reference entity's type comes after its values.
    private static let sport = #"""
        {"changedProperties":{"numberOfEvents":17,"name":"Tennis","gone":null},"id":"3",\#
        "changeType":"UPDATE","entityType":"SPORT"}
        """#
    private static let location = #"""
        {"id":"3","changeType":"CREATE","entity":{"name":"Italy","_type":"LOCATION","id":"3",\#
        "code":"IT"},"entityType":"LOCATION"}
        """#

    static let records = [price, outcome, sport, location]
    /// What is before the records is less than digits are read with.
    static let openings = [
        #"{"records":["#, #"{"version":"1750752646343","messageType":"UPDATE","records":["#,
    ]

    private static func frame(
        _ records: [String], _ opening: String, separator: String = ","
    ) -> [UInt8] {
        let end = opening == openings[0] ? #"],"messageType":"UPDATE","version":"17"}"# : "]}"
        return Array((opening + records.joined(separator: separator) + end).utf8)
    }

    private static func learned(
        _ kernels: PredictionOptions.Kernels, _ frame: [UInt8], patience: UInt32
    ) -> FrameReader {
        let reader = FrameReader(kernels, patience: patience)
        for _ in 0..<12 { _ = reader.read(frame) }
        return reader
    }

    @Test(arguments: PredictionOptions.Kernels.available, records)
    func everyByteThatChanges(kernels: PredictionOptions.Kernels, record: String) {
        for opening in Self.openings {
            let whole = Self.frame([record, record], opening)
            for patience in [1, .max] as [UInt32] {
                let reader = Self.learned(kernels, whole, patience: patience)
                expectAgreement(
                    onChangesOf: whole, from: opening.utf8.count,
                    bytes: Array("\"0x,}".utf8), reader)
                expectAgreement(on: whole, reader)
            }
        }
    }

    /// All shapes at once, each behind each.
    @Test(arguments: PredictionOptions.Kernels.available)
    func recordsBehindEachOther(kernels: PredictionOptions.Kernels) {
        let reader = FrameReader(kernels, patience: 1)
        for _ in 0..<12 {
            for first in Self.records {
                for second in Self.records {
                    for opening in Self.openings {
                        expectAgreement(
                            on: Self.frame([first, second, first], opening), reader)
                    }
                }
            }
        }
    }

    @Test(arguments: PredictionOptions.Kernels.available)
    func idsOfAnyLengthAtTheStart(kernels: PredictionOptions.Kernels) {
        for width in 1...20 {
            let id = String(repeating: "9", count: width)
            let record = Self.price.replacing("273905176604061696", with: id)
            let frame = Self.frame([record, record], Self.openings[0])
            let reader = Self.learned(kernels, frame, patience: 1)
            expectAgreement(on: frame, reader)
            expectAgreement(
                on: Self.frame([record.replacing(id, with: "x" + id)], Self.openings[0]), reader)
        }
    }

    /// Separators of any width are legal, those of a comma and space alone.
    @Test(arguments: PredictionOptions.Kernels.available)
    func spaceBetweenRecords(kernels: PredictionOptions.Kernels) {
        let separators =
            (0..<10).map { "," + String(repeating: " ", count: $0) }
            + [" ,", "\n,\n", ",\r\n\t", ",,", ", ,", "", " ", ":", ",x", ",\u{0}", ",\u{B}"]
        for learned in separators {
            let records = [Self.price, Self.price, Self.price]
            let reader = Self.learned(
                kernels, Self.frame(records, Self.openings[1], separator: learned), patience: 1)
            for separator in separators {
                for opening in Self.openings {
                    expectAgreement(
                        on: Self.frame(records, opening, separator: separator), reader)
                }
            }
        }
    }

    /// Frames that begin alike end in one of several ways, in turns.
    @Test(arguments: PredictionOptions.Kernels.available)
    func tailsInTurns(kernels: PredictionOptions.Kernels) {
        let ends = [
            #"],"messageType":"UPDATE","version":"17"}"#,
            #"],"version":"18","messageType":"UPDATE"}"#,
            #"],"x":1,"messageType":"UPDATE","version":"1750752646343"}"#,
            #"],"messageType":"UPDATE"}"#,
        ]
        let reader = FrameReader(kernels, patience: 1)
        for round in 0..<12 {
            for end in round % 2 == 0 ? ends : ends.reversed() {
                for _ in 0...round % 3 {
                    expectAgreement(on: Array((Self.openings[0] + Self.price + end).utf8), reader)
                }
            }
        }
    }

    /// What is no object is a record that is rejected, at the end of each frame, too.
    @Test(arguments: PredictionOptions.Kernels.available)
    func whatIsNoRecordAtTheEnd(kernels: PredictionOptions.Kernels) {
        for last in ["1", "[]", "null", #""}""#, "[{}]", "{}", " 1 "] {
            for opening in Self.openings {
                let reader = FrameReader(kernels, patience: 1)
                for _ in 0..<8 {
                    expectAgreement(on: Self.frame([Self.price, last], opening), reader)
                }
            }
        }
    }
}
