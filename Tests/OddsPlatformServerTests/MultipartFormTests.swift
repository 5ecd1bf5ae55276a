import OddsMeasurement
import SeededRandom
import Testing

@testable import OddsPlatform
@testable import OddsPlatformServer

/// Forms as they arrive, in pieces of any size.
@Suite struct MultipartFormTests {
    private func read(
        _ text: [UInt8], pieceSize: Int = .max, type: String = "multipart/form-data; boundary=xyz"
    ) throws -> MultipartForm {
        var form = try MultipartForm(contentType: type)
        var hasher = SHA256Digest.Hasher()
        var rest = text[...]
        while !rest.isEmpty {
            try form.take(rest.prefix(pieceSize), &hasher)
            rest = rest.dropFirst(pieceSize)
        }
        try form.finish()
        return form
    }

    private func form(_ parts: [(head: String, content: [UInt8])]) -> [UInt8] {
        parts.flatMap { part in
            Array("--xyz\r\n\(part.head)\r\n\r\n".utf8) + part.content + Array("\r\n".utf8)
        } + Array("--xyz--\r\n".utf8)
    }

    private let field = "Content-Disposition: form-data; name=\"documentType\""
    private let file = "content-disposition: form-data; name=\"file\"; filename=\"a b.pdf\""

    @Test func contentThatLooksLikeABoundaryIsContent() throws {
        let contents: [[UInt8]] = [
            Array("%PDF-\r\n--xy".utf8), Array("%PDF-\r\n\r\n--\r\n-".utf8),
            Array("%PDF---xyz".utf8), Array("%PDF-\r\r\n-\n--xyz".utf8),
        ]
        for content in contents {
            for size in [1, 2, 3, 7, .max] {
                let form = try read(
                    form([(field, Array("PASSPORT".utf8)), (file, content)]), pieceSize: size)
                #expect(form.fields == ["documentType": "PASSPORT"])
                #expect(form.files.map(\.name) == ["a b.pdf"])
                #expect(form.files.map(\.byteCount) == [content.count])
                #expect(form.files.map(\.sha256) == [SHA256Digest(of: content).hexadecimal])
            }
        }
    }

    @Test func eachFileHasADigestOfItsOwn() throws {
        let (first, second) = (Array("%PDF-1".utf8), Array("%PDF-2".utf8))
        let form = try read(form([(file, first), (field, []), (file, second)]))
        #expect(
            form.files.map(\.sha256)
                == [first, second].map { SHA256Digest(of: $0).hexadecimal })
    }

    @Test(arguments: [
        "text/plain", "multipart/form-data", "multipart/form-data; boundary=",
        "multipart/form-data; boundary=" + String(repeating: "x", count: 71),
    ]) func otherTypesAreRefused(_ type: String) {
        #expect(throws: Refusal.self) { try read([], type: type) }
    }

    @Test func quotedBoundaryIsRead() throws {
        let form = try read(
            form([(field, Array("X".utf8))]), type: "Multipart/Form-Data; boundary=\"xyz\"")
        #expect(form.fields == ["documentType": "X"])
    }

    @Test(arguments: [
        "", "--xyz--", "--xyz\r\n", "--xyz\r\nX: y\r\n\r\na\r\n--xyz--\r\n", "--xyzz\r\n",
        "--xyz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb",
    ]) func formsThatAreNotWholeAreRefused(_ text: String) {
        if text == "--xyz--" {
            // Without parts, and whole.
            #expect(throws: Never.self) { try read(Array((text + "\r\n").utf8)) }
        } else {
            #expect(throws: Refusal.self) { try read(Array(text.utf8)) }
        }
    }

    @Test func tooManyPartsAndTooLongOnesAreRefused() {
        #expect(throws: Refusal.self) {
            try read(form(Array(repeating: (field, [65]), count: 33)))
        }
        #expect(throws: Refusal.self) {
            try read(form([(field, [UInt8](repeating: 65, count: 1_025))]))
        }
        #expect(throws: Refusal.self) {
            try read(form([(field + String(repeating: " ", count: 5_000), [65])]))
        }
        #expect(throws: Refusal.self) {
            try read(form(Array(repeating: (file, Array("%PDF-".utf8)), count: 11)))
        }
    }

    @Test func randomPiecesMakeNoDifference() {
        let seed: UInt64 = 1_841
        var random = SplitMix64(seed: seed)
        let pieces = [
            "--xyz", "\r\n", "--", "\r", "\n", "%PDF-", "a", ":", "\"", field, file, "\r\n\r\n",
            "name=\"x\"",
        ]
        for round in 0..<2_000 {
            let text = Array(
                (0..<Int.random(in: 0...25, using: &random)).map { _ in
                    pieces.randomElement(using: &random)!
                }.joined().utf8)
            let whole = outcome(text, .max)
            for size in [1, 3, 10] {
                #expect(outcome(text, size) == whole, "seed \(seed), round \(round)")
            }
        }
    }

    /// What is read, or that it is refused: with small pieces it may be for something else.
    private func outcome(_ text: [UInt8], _ size: Int) -> [String]? {
        guard let form = try? read(text, pieceSize: size) else { return nil }
        return form.fields.sorted { $0.key < $1.key }.map { "\($0)" }
            + form.files.map { "\($0.name) \($0.byteCount) \($0.sha256)" }
    }
}
