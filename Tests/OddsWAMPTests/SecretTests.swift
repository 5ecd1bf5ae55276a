import Testing

@testable import OddsWAMP

@Suite struct SecretTests {
    @Test("A secret equals its text and no other", arguments: [
        ("", "", true), ("", "a", false), ("a", "", false), ("abc", "abc", true),
        ("abc", "abd", false), ("abc", "ab", false), ("abc", "abcabc", false),
        ("abc", "xbc", false), ("é", "e\u{301}", false),
    ])
    func equality(secret: String, text: String, isEqual: Bool) {
        #expect(Secret(secret).equals(text) == isEqual)
    }
}
