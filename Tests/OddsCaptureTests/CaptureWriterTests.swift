import Foundation
import OddsCapture
import OddsFixtures
import Testing

@Suite struct CaptureWriterTests {
    private static let frames: [[UInt8]] = [
        Array(#"{"version":"1","messageType":"UPDATE","records":[]}"#.utf8),
        Array(#" {"leading":"space"}"#.utf8),
        Array("{\"a\":\n1}".utf8),
        Array("{\"a\":1}\n".utf8),
        Array("[]".utf8),
        Array("{\"a\":tru".utf8),
        Array("\u{0}\u{1F}\u{7F}\"\\/é😀\t".utf8),
        [0xFF, 0x00, 0x7B],
        [0xFF, 0x00],
        [0xFF],
        [],
    ]

    @Test("Frames of all kinds come back byte for byte", arguments: ["c.ndjson", "c.ndjson.gz"])
    func roundTrip(name: String) throws {
        let folder = try TemporaryFolder()
        let frames = Self.frames.enumerated().map { index, bytes in
            CaptureFrame(channel: "/\"\\\n/é", at: Int64(index) - 3, bytes: bytes)
        }
        try write(frames, to: folder.path(name))
        #expect(try readAll(folder.path(name)) == frames)
        #expect(try folder.names == [name])
    }

    @Test("The most readable form that keeps every byte is chosen")
    func forms() {
        let forms = Self.frames.map { $0.withUnsafeBytes { CaptureWriter.form(of: $0) } }
        #expect(
            forms == [
                .message, .raw, .raw, .raw, .raw, .raw, .raw,
                .rawBase64, .rawBase64, .rawBase64, .raw,
            ])
    }

    @Test("The same frames give the same compressed bytes, without a time stamp")
    func deterministicCompression() throws {
        let folder = try TemporaryFolder()
        let frames = Self.frames.map { CaptureFrame(channel: "c", at: 7, bytes: $0) }
        try write(frames, to: folder.path("a.gz"))
        try write(frames, to: folder.path("b.gz"))
        let bytes = try folder.bytes("a.gz")
        #expect(try folder.bytes("b.gz") == bytes)
        // Flags, time, and the operating system's mark.
        #expect(bytes[3...7].allSatisfy { $0 == 0 } && bytes[9] == 255)
    }

    @Test("A file has its name only once it is whole")
    func wholeOrNothing() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("c.ndjson", "old".utf8)
        do {
            var writer = try CaptureWriter(path: path)
            try writer.write(UnsafeRawBufferPointer(start: nil, count: 0), channel: "c", at: 1)
            #expect(try folder.bytes("c.ndjson") == Array("old".utf8))
        }
        #expect(try folder.names == ["c.ndjson"])
        #expect(try folder.bytes("c.ndjson") == Array("old".utf8))
        try write([], to: path)
        #expect(try folder.bytes("c.ndjson").isEmpty)
    }

    @Test("A symbolic link stays, and what it leads to is replaced")
    func symbolicLink() throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("target", "old".utf8)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"), withDestinationPath: "target")
        let frames = [CaptureFrame(channel: "c", at: 7, bytes: Array("{}".utf8))]
        try write(frames, to: folder.path("link"))
        let destination = try FileManager.default.destinationOfSymbolicLink(
            atPath: folder.path("link"))
        #expect(destination == "target")
        #expect(try readAll(folder.path("target")) == frames)
        #expect(try folder.names == ["link", "target"])
    }

    @Test("A named pipe stays, and gets the bytes")
    func namedPipe() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        // A reader that is there already, so that nobody waits for the other.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK)
        try #require(descriptor >= 0)
        let reader = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try write([CaptureFrame(channel: "c", at: 7, bytes: Array("{}".utf8))], to: path)
        let text = try reader.readToEnd().map { String(decoding: $0, as: UTF8.self) }
        #expect(text == "{\"channel\":\"c\",\"at\":7,\"message\":{}}\n")
        #expect(try folder.names == ["pipe"])
    }

    @Test("Where nothing can be written, the writer says so at once")
    func unwritable() throws {
        let folder = try TemporaryFolder()
        for path in [folder.path("missing/c.ndjson"), folder.url.path] {
            let error = #expect(throws: CaptureError.self) { try write([], to: path) }
            #expect(error.map(\.description)?.hasPrefix("\(path): cannot be written: ") == true)
        }
        #expect(try folder.names.isEmpty)
    }
}
