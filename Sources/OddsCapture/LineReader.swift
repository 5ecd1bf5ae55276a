import OddsJSON

/// What is wrong with a line.
package struct LineError: Error {
    package let what: String

    package init(what: String) { self.what = what }
}

/// Reads a file, compressed or not, line by line, in memory bounded by its
/// longest line. Its bytes say whether it is compressed, and not its name. A
/// byte order mark of UTF-8 is no part of the line that begins with it.
package struct LineReader: ~Copyable {
    private let path: String
    private let file: InputFile
    /// The number of the line that was read last, 1-based.
    private var lineNumber = 0
    private var inflater: GzipInflater?
    /// The bytes read and not yet handed out are `buffer[start..<end]`.
    private var buffer: UnsafeMutableRawBufferPointer
    private var start = 0
    private var end = 0
    private var isAtEndOfFile = false
    private var isBegun = false

    /// - Throws: `noSuchFile`, `unreadable`.
    package init(path: String) throws(CaptureError) {
        self.path = path
        do {
            file = try InputFile(path: path)
        } catch {
            throw error.isNoSuchFile
                ? .noSuchFile(file: path) : .unreadable(file: path, reason: error.reason)
        }
        buffer = .allocate(byteCount: CaptureLimits.chunkBytes, alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// Calls `body` with the next line, without its line feed, and returns what
    /// it returns; `nil` at the end of the file. After an error the reader is of no
    /// more use.
    /// - Throws: `badLine`, also for what `body` throws; `unreadable`.
    package mutating func withNextLine<Result>(
        _ body: (UnsafeRawBufferPointer) throws(LineError) -> Result
    ) throws(CaptureError) -> Result? {
        lineNumber += 1
        do {
            return try nextLine(body)
        } catch let error as SystemError {
            throw .unreadable(file: path, reason: error.reason)
        } catch {
            throw self.error(Self.describe(error))
        }
    }

    /// An error of the line that was read last.
    package func error(_ what: String) -> CaptureError {
        .badLine(file: path, line: lineNumber, what: what)
    }

    private static func describe(_ error: any Error) -> String {
        switch error {
        case let error as LineError: error.what
        case GzipError.truncated: "the compressed data are cut off"
        case GzipError.corrupt: "the compressed data are damaged"
        case GzipError.trailingBytes:
            """
            bytes that are no gzip data stand behind the compressed ones, whose members were all \
            intact; 'gzip -dc' gives these alone
            """
        default: "a line of more than \(CaptureLimits.lineBytesMax >> 20) MiB"
        }
    }

    private mutating func nextLine<Result>(
        _ body: (UnsafeRawBufferPointer) throws(LineError) -> Result
    ) throws -> Result? {
        var scannedCount = 0
        while true {
            let unscanned = UnsafeRawBufferPointer(rebasing: buffer[start + scannedCount..<end])
            if let offset = firstOffset(of: UInt8(ascii: "\n"), in: unscanned) {
                let line = buffer[start..<start + scannedCount + offset]
                start = line.endIndex + 1
                return try body(content(of: UnsafeRawBufferPointer(rebasing: line)))
            }
            scannedCount = end - start
            guard scannedCount <= CaptureLimits.lineBytesMax else { throw LineTooLong() }
            if try !fill() { break }
        }
        guard start < end else { return nil }
        let line = buffer[start..<end]
        start = end
        return try body(content(of: UnsafeRawBufferPointer(rebasing: line)))
    }

    /// The line without a byte order mark, which files that were put together
    /// have at any line.
    private func content(
        of line: UnsafeRawBufferPointer
    ) throws(LineError) -> UnsafeRawBufferPointer {
        if lineNumber == 1, isUTF16(line) {
            throw LineError(
                what: "UTF-16, not UTF-8; 'iconv -f UTF-16 -t UTF-8' makes one of the other")
        }
        return line.starts(with: byteOrderMark)
            ? UnsafeRawBufferPointer(rebasing: line[byteOrderMark.count...]) : line
    }

    /// Reads more behind what is there; false at the end of the file.
    private mutating func fill() throws -> Bool {
        guard !isAtEndOfFile else { return false }
        if !isBegun {
            isBegun = true
            if try begin() { return true }
        }
        makeRoom()
        let space = UnsafeMutableRawBufferPointer(rebasing: buffer[end...])
        let count =
            try inflater?.read(into: space, from: file) ?? file.read(into: space)
        end += count
        isAtEndOfFile = count == 0
        return count > 0
    }

    /// Reads the first bytes, which say whether all are compressed; whether they
    /// are text themselves.
    private mutating func begin() throws -> Bool {
        while end < 2 {
            let count = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
            guard count > 0 else { break }
            end += count
        }
        let beginning = UnsafeRawBufferPointer(rebasing: buffer[..<end])
        guard GzipInflater.areCompressed(beginning) else { return end > 0 }
        inflater = GzipInflater(beginning)
        end = 0
        return false
    }

    private mutating func makeRoom() {
        if start > 0 {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
            end -= start
            start = 0
        }
        guard end > buffer.count / 2 else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: buffer.count * 2, alignment: 16)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<end]))
        buffer.deallocate()
        buffer = larger
    }
}

/// The byte order mark of UTF-8, which has no order of bytes: some systems write it
/// all the same.
package let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

/// Whether text is UTF-16: by its own byte order mark, or as its first character is
/// one of ASCII, as all of JSON are.
package func isUTF16(_ text: UnsafeRawBufferPointer) -> Bool {
    guard text.count >= 2 else { return false }
    return switch (text[0], text[1]) {
    case (0xFF, 0xFE), (0xFE, 0xFF): true
    case (let first, let second): (first == 0) != (second == 0)
    }
}

/// A line beyond `CaptureLimits.lineBytesMax`.
private struct LineTooLong: Error {}
