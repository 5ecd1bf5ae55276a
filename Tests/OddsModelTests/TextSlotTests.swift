import OddsModel
import Testing

@Suite struct TextSlotTests {
    private func bytes(_ slot: TextSlot, in region: [UInt8] = []) -> [UInt8] {
        region.withUnsafeBytes { region in
            withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { nowhere in
                let base = region.baseAddress ?? UnsafeRawPointer(nowhere.baseAddress!)
                return slot.withBytes(in: base) { Array($0) }
            }
        }
    }

    @Test(arguments: 0...7)
    func shortText(count: Int) throws {
        let text = (0..<count).map { UInt8(0xF9 - $0 * 17) }
        let slot = try #require(text.withUnsafeBytes { TextSlot(short: $0) })
        #expect(bytes(slot) == text)
        #expect(!slot.isRange)
    }

    @Test func eightBytesAreNotShort() {
        #expect(Array("12345678".utf8).withUnsafeBytes { TextSlot(short: $0) } == nil)
    }

    @Test(arguments: [0, 9, 10, 123_456_789_012_345_678, EntityKey.dottedEnd - 1])
    func words(number: UInt64) throws {
        for text in ["\(number)", "\(number).1"] {
            let key = try #require(Array(text.utf8).withUnsafeBytes { EntityKey(word: $0) })
            let slot = try #require(TextSlot(word: key))
            #expect(bytes(slot) == Array(text.utf8))
            #expect(!slot.isRange)
        }
    }

    @Test func largeNumbersHaveNoForm() {
        #expect(TextSlot(word: EntityKey(rawValue: TextSlot.numberEnd - 1)) != nil)
        #expect(TextSlot(word: EntityKey(rawValue: TextSlot.numberEnd)) == nil)
        #expect(TextSlot(word: EntityKey(rawValue: EntityKey.dottedBase - 1)) == nil)
    }

    @Test func ranges() {
        let region = Array("0123456789".utf8)
        #expect(bytes(TextSlot(start: 2, count: 8), in: region) == Array("23456789".utf8))
        #expect(bytes(TextSlot(start: 10, count: 0), in: region) == [])
        #expect(TextSlot(start: .init(UInt32.max), count: TextSlot.rangeCountEnd - 1).isRange)
    }

    @Test(arguments: [0, 1, 19, 20].map { $0 == 20 ? UInt64.max : UInt64($0) * 1_000_003 })
    func decimalText(number: UInt64) {
        #expect(withDecimalText(of: number) { Array($0) } == Array(String(number).utf8))
    }
}
