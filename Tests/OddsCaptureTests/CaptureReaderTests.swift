import Foundation
import OddsCapture
import OddsFixtures
import Testing

@Suite struct CaptureReaderTests {
    /// `count` lines, of sizes around the reader's chunk.
    private func capture(count: Int) -> [CaptureFrame] {
        (0..<count).map { index in
            let text = String(repeating: "é\(index)", count: index * 7919)
            return CaptureFrame(
                channel: "/c/\(index % 3)", at: Int64(index),
                bytes: Array("{\"t\":\"\(text)\"}".utf8))
        }
    }

    @Test(
        "Lines longer than a chunk and lines across chunks",
        arguments: ["c.ndjson", "c.ndjson.gz"])
    func longLines(name: String) throws {
        let folder = try TemporaryFolder()
        let frames = capture(count: 12)
        try write(frames, to: folder.path(name))
        #expect(try readAll(folder.path(name)) == frames)
    }

    /// EM-C2.
    @Test("Empty lines are skipped, and the last line needs no line feed")
    func emptyLines() throws {
        let folder = try TemporaryFolder()
        let line = #"{"channel":"c","at":1,"message":{}}"#
        #expect(try readAll(folder.file("a", "\n \t\r\n\(line)\r\n\n\(line)".utf8)).count == 2)
        #expect(try readAll(folder.file("b", "".utf8)).isEmpty)
        #expect(try readAll(folder.file("c", "\n\n".utf8)).isEmpty)
    }

    @Test("A missing file is an error of its own")
    func missingFile() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("nowhere.ndjson")
        #expect(throws: CaptureError.noSuchFile(file: path)) { try readAll(path) }
        #expect(CaptureError.noSuchFile(file: "f").description == "f: no such file")
    }

    @Test("What is no file cannot be read")
    func folderAsFile() throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: CaptureError.self) { try readAll(folder.url.path) }
        guard case .unreadable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("Compressed members one behind the other read as one")
    func members() throws {
        let folder = try TemporaryFolder()
        let frames = capture(count: 9)
        try write(Array(frames[..<4]), to: folder.path("a.gz"))
        try write(Array(frames[4...]), to: folder.path("b.gz"))
        let both = try folder.bytes("a.gz") + folder.bytes("b.gz")
        #expect(try readAll(folder.file("both.ndjson.gz", both)) == frames)
    }

    @Test("Compressed data cut off anywhere are an error")
    func truncation() throws {
        let folder = try TemporaryFolder()
        try write([CaptureFrame(channel: "c", at: 1, bytes: Array("{}".utf8))],
            to: folder.path("whole.gz"))
        let whole = try folder.bytes("whole.gz")
        for count in 1..<whole.count {
            let path = try folder.file("cut.ndjson.gz", whole[..<count])
            let error = #expect(throws: CaptureError.self, "\(count) bytes") { try readAll(path) }
            #expect(
                error.map(\.description)?.hasSuffix(": the compressed data are cut off") == true)
        }
    }

    @Test("Damaged compressed data are an error with a line")
    func corruption() throws {
        let folder = try TemporaryFolder()
        try write(capture(count: 3), to: folder.path("whole.gz"))
        var bytes = try folder.bytes("whole.gz")
        bytes[bytes.count - 6] ^= 1
        let path = try folder.file("damaged.ndjson.gz", bytes)
        let what = "the compressed data are damaged"
        #expect(throws: CaptureError.badLine(file: path, line: 4, what: what)) {
            try readAll(path)
        }
    }
}
