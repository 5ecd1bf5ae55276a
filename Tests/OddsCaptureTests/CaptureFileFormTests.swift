import Foundation
import OddsFixtures
import Testing

@testable import OddsCapture

/// Files as other programs write them.
@Suite struct CaptureFileFormTests {
    private static let line =
        #"{"channel":"c","at":1,"message":{"messageType":"INITIAL_DUMP","records":[]}}"#
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// One gzip member.
    private static func compressed(_ text: String) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let file = try OutputFile(path: folder.path("m.gz"))
        var deflater = GzipDeflater()
        try Array(text.utf8).withUnsafeBytes { try deflater.write($0, isLast: true, to: file) }
        try file.commit()
        return try folder.bytes("m.gz")
    }

    private static func count(_ bytes: [UInt8], name: String = "c.ndjson") throws -> Int {
        let folder = try TemporaryFolder()
        return try readAll(folder.file(name, bytes)).count
    }

    private static func error(_ bytes: [UInt8], name: String = "c.ndjson") throws -> String {
        let folder = try TemporaryFolder()
        let path = try folder.file(name, bytes)
        let error = try #require(throws: CaptureError.self) { try readAll(path) }
        return String(error.description.dropFirst(path.count))
    }

    /// EM-C2.
    @Test("A byte order mark is no part of a line, wherever files were put together")
    func byteOrderMarks() throws {
        let line = Array("\(Self.line)\n".utf8)
        #expect(try Self.count(Self.mark + line) == 1)
        #expect(try Self.count(Self.mark + line + Self.mark + line) == 2)
        #expect(try Self.count(Self.mark) == 0)
    }

    @Test("UTF-16 is refused in words, with its mark and without", arguments: [true, false])
    func utf16(isLittleEndian: Bool) throws {
        let units = "\u{FEFF}\(Self.line)\r\n".utf16
        let bytes = units.flatMap { unit in
            let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return isLittleEndian ? pair : pair.reversed()
        }
        for bytes in [bytes, Array(bytes.dropFirst(2))] {
            #expect(
                try Self.error(bytes)
                    == ":1: UTF-16, not UTF-8; 'iconv -f UTF-16 -t UTF-8' makes one of the other")
        }
        // A hole of a file that was cut off is none.
        #expect(try Self.error([0, 0, 0, 0]).contains("UTF-16") == false)
    }

    @Test("The bytes say whether a file is compressed, not its name")
    func compressionByBytes() throws {
        let line = "\(Self.line)\n"
        #expect(try Self.count(Self.compressed(line), name: "c.ndjson") == 1)
        #expect(try Self.count(Array(line.utf8), name: "c.ndjson.gz") == 1)
        #expect(try Self.count([], name: "c.ndjson.gz") == 0)
        #expect(try Self.count(Self.compressed(""), name: "c.ndjson.gz") == 0)
        let marked = Self.mark + Array(line.utf8)
        #expect(try Self.count(Self.compressed(String(decoding: marked, as: UTF8.self))) == 1)
    }

    /// EM-C3.
    @Test("Zeros behind the last member are padding", arguments: [1, 2, 511, 300_000])
    func padding(count: Int) throws {
        let member = try Self.compressed("\(Self.line)\n")
        let zeros = [UInt8](repeating: 0, count: count)
        #expect(try Self.count(member + zeros) == 1)
        #expect(try Self.count(member + member + zeros) == 2)
    }

    /// EM-C3.
    @Test(
        "Foreign bytes behind the last member are told, and that all members were intact",
        arguments: [Array("rest".utf8), [0, 0, 7], [0, 0x1F, 0x8B], [0x1F, 0x8C], [0x8B]])
    func foreignBytes(tail: [UInt8]) throws {
        let member = try Self.compressed("\(Self.line)\n")
        let error = try Self.error(member + member + tail)
        #expect(
            error == """
                :3: bytes that are no gzip data stand behind the compressed ones, whose members \
                were all intact; 'gzip -dc' gives these alone
                """)
        // What is cut off within a member is told as such.
        #expect(try Self.error(member + member.prefix(1)).hasSuffix("data are cut off"))
        #expect(try Self.error(member + member.dropLast()).hasSuffix("data are cut off"))
    }

    /// Members that end at any place of the reader's chunk.
    @Test("A member may begin where a chunk of the file ends")
    func membersAcrossChunks() throws {
        let member = try Self.compressed("\(Self.line)\n")
        let count = CaptureLimits.chunkBytes / member.count + 2
        let bytes = (0..<count).flatMap { _ in member }
        #expect(try Self.count(bytes) == count)
        #expect(try Self.count(bytes + [0]) == count)
        #expect(try Self.error(bytes + [9]).contains("all intact"))
    }

    @Test("Several files are one capture, of one provider")
    func severalFiles() throws {
        let folder = try TemporaryFolder()
        let other = #"{"channel":"socket","at":1,"provider":"sportradar","raw":"{}"}"#
        let paths = [
            try folder.file("a", "\(Self.line)\n\(Self.line)".utf8), try folder.file("b", "".utf8),
            try folder.file("c", "\(Self.line)\n".utf8), try folder.file("d", other.utf8),
        ]
        var reader = try CaptureReader(paths: Array(paths[..<3]))
        var count = 0
        while try reader.next() != nil { count += 1 }
        #expect(try reader.next() == nil)
        #expect(count == 3)
        #expect(reader.frameCounts == [2, 0, 1])
        reader = try CaptureReader(paths: [paths[0], paths[3]])
        let error = #expect(throws: CaptureError.self) {
            while try reader.next() != nil {}
        }
        #expect(error?.description.hasPrefix("\(paths[3]):1: a frame of sportradar") == true)
    }

    /// EM-C1 and `CaptureLimits.channelsMax`, also over several files.
    @Test("More channels than a capture may have end the reading, with the limit")
    func tooManyChannels() throws {
        let folder = try TemporaryFolder()
        let lines = { (numbers: Range<Int>) in
            numbers.map { #"{"channel":"\#($0)","at":1,"message":{}}"# }.joined(separator: "\n")
        }
        let half = CaptureLimits.channelsMax / 2
        let first = try folder.file("a", lines(0..<half).utf8)
        let second = try folder.file("b", lines(0..<2 * half).utf8)
        let third = try folder.file("c", lines(2 * half - 1..<2 * half + 2).utf8)
        #expect(try readAll(second).count == 2 * half)
        var reader = try CaptureReader(paths: [first, second, third])
        let error = #expect(throws: CaptureError.self) {
            while try reader.next() != nil {}
        }
        #expect(
            error?.description == """
                \(third):2: more than 4096 channels, the most that a capture may have; make one of \
                fewer, such as with jq -c 'select(.channel == "NAME")'
                """)
    }

    /// `CaptureLimits.channelBytesMax`.
    @Test("A name of a channel has a longest length")
    func longestChannel() throws {
        let line = { (count: Int) in
            let name = String(repeating: #"\u0061"#, count: count)
            return Array(#"{"channel":"\#(name)","at":1,"raw":""}"#.utf8)
        }
        #expect(try Self.count(line(CaptureLimits.channelBytesMax)) == 1)
        #expect(
            try Self.error(line(CaptureLimits.channelBytesMax + 1))
                == #":1: "channel" is longer than 64 KiB at byte 11"#)
    }
}
