import OddsJSON

/// How a frame is written down in a capture.
public enum CaptureForm: Sendable {
    /// As a JSON value: only for a frame that is one JSON object without line
    /// feeds or space around it.
    case message
    /// As a string: only for a frame that is legal UTF-8.
    case raw
    /// As Base64: for any frame.
    case rawBase64
}

/// Writes a capture, compressed if its name ends in `.gz`; the same frames give
/// the same bytes. A file has its name only once it is whole, which `finish`
/// sees to; a writer that ends before leaves nothing, unless its file grows. Pipes and devices are
/// written to as they are, and so is standard output, for the name `-`.
///
/// Allocates only to grow its buffers. One thread owns a writer.
public struct CaptureWriter: ~Copyable {
    private let path: String
    /// Whose frames are written: one for a whole capture (SR-K1).
    package var provider: FeedProvider
    private let file: OutputFile
    private var deflater: GzipDeflater?
    private var text: [UInt8] = []
    /// True if all that is in the file can be read at any time.
    private let isGrowing: Bool

    /// - Parameter provider: Whose frames are written.
    /// - Throws: `unwritable`.
    public init(path: String, provider: FeedProvider = .everyMatrix) throws(CaptureError) {
        try self.init(path: path, provider: provider, isGrowing: false)
    }

    /// Writes a file that has another name until it is finished, `PATH.partial`, and stays there
    /// if it never is.
    ///
    /// - Throws: `unwritable`, also if there is such a file.
    package init(growing path: String, provider: FeedProvider) throws(CaptureError) {
        try self.init(path: path, provider: provider, isGrowing: true)
    }

    private init(
        path: String, provider: FeedProvider, isGrowing: Bool
    ) throws(CaptureError) {
        self.isGrowing = isGrowing
        self.provider = provider
        self.path = path == OutputFile.standardOutput ? "standard output" : path
        do {
            file = try OutputFile(path: path, isGrowing: isGrowing)
        } catch {
            throw .unwritable(file: path, reason: error.writingReason)
        }
        deflater = path.utf8.suffix(3).elementsEqual(".gz".utf8) ? GzipDeflater() : nil
    }

    /// The most readable form that gives the frame back byte for byte.
    ///
    /// - Complexity: O(bytes).
    public static func form(of frame: UnsafeRawBufferPointer) -> CaptureForm {
        var scanner = JSONScanner(frame)
        let isObject = scanner.byte == UInt8(ascii: "{")
        let isLegal = (try? scanner.skipValue()) != nil && scanner.isAtEnd
        if isObject, isLegal, firstOffset(of: UInt8(ascii: "\n"), in: frame) == nil {
            return .message
        }
        return String(validating: frame, as: UTF8.self) == nil ? .rawBase64 : .raw
    }

    /// Appends one line. `form` must fit the frame; without it the writer
    /// looks for itself, which costs a scan of the frame.
    /// - Parameter at: when it came, in milliseconds since 1970.
    /// - Throws: `unwritable`.
    public mutating func write(
        _ frame: UnsafeRawBufferPointer, channel: String, at: Int64, as form: CaptureForm? = nil
    ) throws(CaptureError) {
        Self.append(frame, channel: channel, at: at, provider, as: form, to: &text)
        if text.count >= CaptureLimits.chunkBytes { try flush(isLast: false) }
    }

    /// Has all lines so far in the file, whole.
    ///
    /// - Throws: `unwritable`.
    package mutating func keep() throws(CaptureError) {
        if !text.isEmpty { try flush(isLast: false) }
    }

    /// The line of a frame, without its end.
    package static func line(
        _ frame: UnsafeRawBufferPointer, channel: String, at: Int64
    ) -> String {
        var text: [UInt8] = []
        append(frame, channel: channel, at: at, .everyMatrix, as: nil, to: &text)
        return String(decoding: text.dropLast(), as: UTF8.self)
    }

    private static func append(
        _ frame: UnsafeRawBufferPointer, channel: String, at: Int64, _ provider: FeedProvider,
        as form: CaptureForm?, to text: inout [UInt8]
    ) {
        text.append(contentsOf: #"{"channel":"#.utf8)
        text.appendJSONString(channel.utf8)
        text.append(contentsOf: #","at":\#(at),"#.utf8)
        if provider != .everyMatrix {
            text.append(contentsOf: #""provider":"\#(provider.rawValue)","#.utf8)
        }
        switch form ?? Self.form(of: frame) {
        case .message:
            text.append(contentsOf: #""message":"#.utf8)
            text.append(contentsOf: frame)
        case .raw:
            text.append(contentsOf: #""raw":"#.utf8)
            text.appendJSONString(frame)
        case .rawBase64:
            text.append(contentsOf: #""rawBase64":"#.utf8)
            text.appendJSONString(Base64.encode(frame))
        }
        text.append(contentsOf: "}\n".utf8)
    }

    /// Writes what is left and gives the file its name.
    /// - Throws: `unwritable`.
    public consuming func finish() throws(CaptureError) {
        try flush(isLast: true)
        do {
            try file.commit()
        } catch {
            throw .unwritable(file: path, reason: error.writingReason)
        }
    }

    /// Leaves nothing, also of a file that grows.
    package consuming func discard() { file.discard() }

    private mutating func flush(isLast: Bool) throws(CaptureError) {
        // Taken out and put back, so that writing does not access `text`.
        var pending: [UInt8] = []
        swap(&pending, &text)
        let file = file
        do throws(SystemError) {
            try pending.withUnsafeBufferPointer { bytes throws(SystemError) in
                if deflater == nil {
                    try file.write(UnsafeRawBufferPointer(bytes))
                } else {
                    // Members of their own can be read without what follows.
                    try deflater?.write(
                        UnsafeRawBufferPointer(bytes), isLast: isLast || isGrowing, to: file)
                    if isGrowing { deflater?.restart() }
                }
            }
        } catch {
            let rest = isGrowing ? "; what came before is in \(path).partial" : ""
            throw .unwritable(file: path, reason: error.writingReason + rest)
        }
        pending.removeAll(keepingCapacity: true)
        swap(&pending, &text)
    }
}
