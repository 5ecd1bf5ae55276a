import OddsModel
import Testing

@Suite struct EntityKeyTests {
    private func key(_ text: String) -> EntityKey? {
        Array(text.utf8).withUnsafeBytes { EntityKey(word: $0) }
    }

    @Test(arguments: [
        ("0", 0), ("7", 7), ("10", 10), ("9007199254740993", 9_007_199_254_740_993),
        ("9999999999999999999", 9_999_999_999_999_999_999),
    ] as [(String, UInt64)])
    func plainNumbers(text: String, number: UInt64) {
        #expect(key(text)?.rawValue == number)
        #expect(key(text)?.wordText == text)
        #expect(key(text)?.isWord == true)
    }

    @Test(arguments: [
        ("0.1", 0), ("7.1", 7), ("272181284331364608.1", 272_181_284_331_364_608),
        ("1999999999999999999.1", 1_999_999_999_999_999_999),
    ] as [(String, UInt64)])
    func numbersWithADot(text: String, number: UInt64) {
        #expect(key(text)?.rawValue == EntityKey.dottedBase + number)
        #expect(key(text)?.isWord == true)
        #expect(key(text)?.wordText == text)
    }

    @Test(arguments: [
        "", "007", "00", "-1", "+1", "1 ", "1.0", "1e3", "x", "/", ":", "１",
        "10000000000000000000", "00000000000000000001",
        ".1", "00.1", "007.1", "1.1.1", "1.10", "1.2", "1.", "1,1", "-1.1", "x.1",
        "2000000000000000000.1", "12345678901234567890.1",
    ])
    func otherTexts(text: String) {
        #expect(key(text) == nil)
    }

    @Test func textPositionsAreNoWords() {
        let first = EntityKey(textPosition: 0)
        #expect(!first.isWord)
        #expect(first.rawValue == EntityKey.textBase)
        #expect(EntityKey(textPosition: 12_345).textPosition == 12_345)
        #expect(EntityKey(rawValue: EntityKey.textBase - 1).isWord)
        #expect(EntityKey(rawValue: EntityKey.textBase - 1).wordText == "1999999999999999999.1")
    }

    @Test func idsCompareByBytes() {
        #expect(EntityID("7") != EntityID("007"))
        #expect(EntityID("\u{E9}") != EntityID("e\u{301}"))
        #expect(EntityID("10") < EntityID("9"))
        #expect(EntityID(utf8: [0x37]) == EntityID("7"))
        #expect(EntityID("caf\u{E9}").description == "caf\u{E9}")
    }
}
