/// Reads a capture, `.ndjson` or `.ndjson.gz`, frame by frame.
///
///     var reader = try CaptureReader(path: path)
///     while let frame = try reader.next() { … }
///
/// Memory is bounded by the longest line. One thread owns a reader.
public struct CaptureReader: ~Copyable {
    private var lines: LineReader
    /// That of the lines so far.
    private var provider: FeedProvider?

    /// Opens the file. A name that ends in `.gz` means compressed data.
    /// - Throws: `noSuchFile`, `unreadable`.
    public init(path: String) throws(CaptureError) { lines = try LineReader(path: path) }

    /// The next frame, `nil` at the end. After an error the reader is of no
    /// more use.
    /// - Throws: `badLine`, `unreadable`.
    /// - Complexity: O(bytes of the line). Allocates the frame.
    public mutating func next() throws(CaptureError) -> CaptureFrame? {
        var provider = provider
        defer { self.provider = provider }
        while true {
            let found = try lines.withNextLine { line throws(LineError) in
                let frame = try CaptureLine.frame(in: line)
                try Self.check(frame?.provider, after: &provider)
                return frame
            }
            guard let found else { return nil }
            if let frame = found { return frame }
        }
    }

    /// A capture is of one provider (SR-K1).
    private static func check(
        _ provider: FeedProvider?, after first: inout FeedProvider?
    ) throws(LineError) {
        guard let provider else { return }
        if let first, first != provider {
            throw LineError(
                what: "a frame of \(provider.rawValue) in a capture of \(first.rawValue)")
        }
        first = provider
    }
}
