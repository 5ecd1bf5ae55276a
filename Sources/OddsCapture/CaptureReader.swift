/// Reads a capture, plain or compressed with gzip, frame by frame.
///
///     var reader = try CaptureReader(path: path)
///     while let frame = try reader.next() { … }
///
/// Memory is bounded by the longest line, and by the names of the channels. One
/// thread owns a reader.
public struct CaptureReader: ~Copyable {
    private var lines: LineReader
    /// The files behind the one that is read, the next one last.
    private var laterPaths: [String]
    private var scope = CaptureScope()
    /// The file that is read, or was last.
    package private(set) var path: String
    /// How many frames each file has that was opened so far.
    package private(set) var frameCounts = [0]

    /// Opens the file.
    /// - Throws: `noSuchFile`, `unreadable`.
    public init(path: String) throws(CaptureError) { try self.init(path, followedBy: []) }

    /// Opens the first of several files, which are read in sequence as one capture.
    ///
    /// - Precondition: There is one.
    /// - Throws: `noSuchFile`, `unreadable`.
    package init(paths: [String]) throws(CaptureError) {
        try self.init(paths[0], followedBy: paths.dropFirst())
    }

    private init(_ path: String, followedBy others: ArraySlice<String>) throws(CaptureError) {
        self.path = path
        lines = try LineReader(path: path)
        laterPaths = others.reversed()
    }

    /// The next frame, `nil` at the end. After an error the reader is of no
    /// more use.
    /// - Throws: `badLine`, `unreadable`, and `noSuchFile` where one file follows another.
    /// - Complexity: O(bytes of the line). Allocates the frame.
    public mutating func next() throws(CaptureError) -> CaptureFrame? {
        while true {
            if let frame = try nextOfFile() {
                frameCounts[frameCounts.count - 1] += 1
                return frame
            }
            guard let later = laterPaths.popLast() else { return nil }
            path = later
            lines = try LineReader(path: later)
            frameCounts.append(0)
        }
    }

    private mutating func nextOfFile() throws(CaptureError) -> CaptureFrame? {
        while let line = try lines.withNextLine(CaptureLine.frame) {
            guard let frame = line else { continue }
            if let objection = scope.objection(to: frame) { throw lines.error(objection) }
            return frame
        }
        return nil
    }
}

/// What the frames of a capture have in common, which each is held against.
private struct CaptureScope {
    private var provider: FeedProvider?
    private var channels: Set<[UInt8]> = []
    /// That of the frame before, which most frames share.
    private var lastChannel: String?

    mutating func objection(to frame: CaptureFrame) -> String? {
        if let provider, provider != frame.provider {
            return "a frame of \(frame.provider.rawValue) in a capture of \(provider.rawValue)"
        }
        provider = frame.provider
        if let lastChannel, lastChannel.utf8.elementsEqual(frame.channel.utf8) { return nil }
        lastChannel = frame.channel
        channels.insert(Array(frame.channel.utf8))
        guard channels.count > CaptureLimits.channelsMax else { return nil }
        return """
            more than \(CaptureLimits.channelsMax) channels, the most that a capture may have; \
            make one of fewer, such as with jq -c 'select(.channel == "NAME")'
            """
    }
}
