import Testing

@testable import OddsPlatform

@Suite struct PasswordHashTests {
    /// Computed by Python's `hashlib.scrypt`.
    @Test(arguments: [
        (
            "correct horse",
            "$scrypt$ln=1,r=8,p=5$000102030405060708090a0b0c0d0e0f"
                + "$bf7c11a015516cce8041a1cc25f1d0f745fcde4446dcc4bb6585fda8f5b8461c"
        ),
        (
            "pässword",
            "$scrypt$ln=10,r=8,p=5$ffeeddccbbaa99887766554433221100"
                + "$f189bbdaa9348538b6735c5d65b7580eb09a30576d945694beba54afffc3a55e"
        ),
        (
            "",
            "$scrypt$ln=14,r=8,p=5$00112233445566778899aabbccddeeff"
                + "$c0cad3146e43853e22be17c8b83322e62cbf9f051ce3343305e5bee0fcff5f51"
        ),
    ]) func hashIsThatOfAnotherImplementation(_ password: String, _ text: String) throws {
        let hash = try #require(PasswordHash(text: text))
        #expect(hash.matches(password))
        #expect(!hash.matches(password + " "))
        #expect(hash.text == text)
    }

    @Test func samePasswordHasAnotherHashEachTime() {
        let hashes = (0..<3).map { _ in PasswordHash(of: "password", cost: .lowest) }
        #expect(Set(hashes.map(\.text)).count == 3)
        #expect(hashes.allSatisfy { $0.matches("password") })
    }

    @Test(arguments: [
        "", "password", "$scrypt$ln=1,r=8,p=5$00$00", "$scrypt$ln=0,r=8,p=5$00$" + zeros,
        "$scrypt$ln=21,r=8,p=5$00$" + zeros, "$scrypt$ln=1,r=8,p=1$00$" + zeros,
        "$argon2$ln=1,r=8,p=5$00$" + zeros, "$scrypt$ln=1,r=8,p=5$0g$" + zeros,
    ]) func textOfAnotherFormIsNone(_ text: String) {
        #expect(PasswordHash(text: text) == nil)
    }

    private static let zeros = String(repeating: "0", count: 64)
}
