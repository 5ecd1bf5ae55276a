import OddsJSON

/// What is wrong with a line.
package struct LineError: Error {
    package let what: String

    package init(what: String) { self.what = what }
}

/// Reads a file, compressed or not, line by line, in memory bounded by its
/// longest line.
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

    /// A name that ends in `.gz` means compressed data.
    /// - Throws: `noSuchFile`, `unreadable`.
    package init(path: String) throws(CaptureError) {
        self.path = path
        do {
            file = try InputFile(path: path)
        } catch {
            throw error.isNoSuchFile
                ? .noSuchFile(file: path) : .unreadable(file: path, reason: error.reason)
        }
        inflater = path.utf8.suffix(3).elementsEqual(".gz".utf8) ? GzipInflater() : nil
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
            throw .badLine(file: path, line: lineNumber, what: Self.describe(error))
        }
    }

    private static func describe(_ error: any Error) -> String {
        switch error {
        case let error as LineError: error.what
        case GzipError.truncated: "the compressed data are cut off"
        case GzipError.corrupt: "the compressed data are damaged, or no gzip data"
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
                return try body(UnsafeRawBufferPointer(rebasing: line))
            }
            scannedCount = end - start
            guard scannedCount <= CaptureLimits.lineBytesMax else { throw LineTooLong() }
            if try !fill() { break }
        }
        guard start < end else { return nil }
        let line = buffer[start..<end]
        start = end
        return try body(UnsafeRawBufferPointer(rebasing: line))
    }

    /// Reads more behind what is there; false at the end of the file.
    private mutating func fill() throws -> Bool {
        guard !isAtEndOfFile else { return false }
        makeRoom()
        let space = UnsafeMutableRawBufferPointer(rebasing: buffer[end...])
        let count =
            try inflater?.read(into: space, from: file) ?? file.read(into: space)
        end += count
        isAtEndOfFile = count == 0
        return count > 0
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

/// A line beyond `CaptureLimits.lineBytesMax`.
private struct LineTooLong: Error {}
