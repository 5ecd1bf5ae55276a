/// Reads a capture, `.ndjson` or `.ndjson.gz`, frame by frame.
///
///     var reader = try CaptureReader(path: path)
///     while let frame = try reader.next() { … }
///
/// Memory is bounded by the longest line. One thread owns a reader.
public struct CaptureReader: ~Copyable {
    private let file: String
    private var lines: LineReader
    /// The number of the line that was read last, 1-based.
    private var lineNumber = 0
    /// That of the lines so far.
    private var provider: FeedProvider?

    /// Opens the file. A name that ends in `.gz` means compressed data.
    /// - Throws: `noSuchFile`, `unreadable`.
    public init(path: String) throws(CaptureError) {
        file = path
        do {
            lines = try LineReader(path: path)
        } catch {
            throw error.isNoSuchFile
                ? .noSuchFile(file: path) : .unreadable(file: path, reason: error.reason)
        }
    }

    /// The next frame, `nil` at the end. After an error the reader is of no
    /// more use.
    /// - Throws: `badLine`, `unreadable`.
    /// - Complexity: O(bytes of the line). Allocates the frame.
    public mutating func next() throws(CaptureError) -> CaptureFrame? {
        do {
            while true {
                lineNumber += 1
                let found = try lines.withNextLine { try CaptureLine.frame(in: $0) }
                guard let found else { return nil }
                guard let frame = found else { continue }
                try check(frame.provider)
                return frame
            }
        } catch let error as SystemError {
            throw .unreadable(file: file, reason: error.reason)
        } catch {
            throw .badLine(file: file, line: lineNumber, what: describe(error))
        }
    }

    /// A capture is of one provider (SR-K1).
    private mutating func check(_ provider: FeedProvider) throws(CaptureLineError) {
        if let first = self.provider, first != provider {
            throw CaptureLineError(
                what: "a frame of \(provider.rawValue) in a capture of \(first.rawValue)")
        }
        self.provider = provider
    }

    private func describe(_ error: any Error) -> String {
        switch error {
        case let error as CaptureLineError: error.what
        case GzipError.truncated: "the compressed data are cut off"
        case GzipError.corrupt: "the compressed data are damaged, or no gzip data"
        default: "a line of more than \(CaptureLimits.lineBytesMax >> 20) MiB"
        }
    }
}
