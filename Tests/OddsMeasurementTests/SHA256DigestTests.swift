import OddsMeasurement
import Testing

/// The examples of FIPS 180-4 and NIST's CAVP short messages.
@Suite struct SHA256DigestTests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
                + "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
    ])
    func knownDigests(text: String, expected: String) {
        #expect(SHA256Digest(of: text.utf8).hexadecimal == expected)
    }

    @Test func aMillionBytesInPieces() {
        let expected = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        #expect(SHA256Digest(of: text).hexadecimal == expected)
        // Around the block of 64 bytes, and around its padding.
        for pieceBytes in [1, 55, 56, 63, 64, 65, 4_096] {
            #expect(digest(of: text, pieceBytes: pieceBytes).hexadecimal == expected)
        }
    }

    @Test func aHasherStartsAnewAfterADigest() {
        var hasher = SHA256Digest.Hasher()
        Array("abc".utf8).withUnsafeBytes { hasher.update($0) }
        let first = hasher.finalize()
        #expect(first == SHA256Digest(of: "abc".utf8))
        #expect(hasher.finalize() == SHA256Digest(of: []))
    }

    @Test func emptyPiecesChangeNothing() {
        var hasher = SHA256Digest.Hasher()
        hasher.update(UnsafeRawBufferPointer(start: nil, count: 0))
        Array("abc".utf8).withUnsafeBytes { hasher.update($0) }
        hasher.update(UnsafeRawBufferPointer(start: nil, count: 0))
        let digest = hasher.finalize()
        #expect(digest == SHA256Digest(of: "abc".utf8))
    }

    @Test func collectionsWithoutContiguousStorage() {
        let reversed = Array("cba".utf8).reversed()
        #expect(SHA256Digest(of: reversed) == SHA256Digest(of: "abc".utf8))
        #expect(SHA256Digest(of: reversed).bytes.count == 32)
    }

    private func digest(of text: [UInt8], pieceBytes: Int) -> SHA256Digest {
        var hasher = SHA256Digest.Hasher()
        text.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: bytes.count, by: pieceBytes) {
                let end = min(start + pieceBytes, bytes.count)
                hasher.update(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
            }
        }
        return hasher.finalize()
    }
}
