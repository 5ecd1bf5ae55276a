/// The frames of a capture (EM-C1), read line by line with the reference's own
/// JSON reader.
public struct ReferenceCapture: Sendable {
    public struct Frame: Sendable {
        public let channel: UTF8Text
        /// The frame's text, verbatim.
        public let text: [UInt8]
    }

    /// In order of arrival.
    public let frames: [Frame]

    /// Reads a whole file; `nil` if a line is none of a capture, or has its
    /// frame as Base64, which recorded traffic does not.
    public init?(_ file: [UInt8]) {
        var frames: [Frame] = []
        for line in file.split(separator: UInt8(ascii: "\n")) {
            guard let members = (try? JSONReader.read(Array(line)))?.object,
                let channel = members["channel"]?.string
            else { return nil }
            if let message = members["message"] {
                frames.append(Frame(channel: channel, text: Array(message.source)))
            } else if let raw = members["raw"]?.string {
                frames.append(Frame(channel: channel, text: raw.bytes))
            } else {
                return nil
            }
        }
        self.frames = frames
    }

    /// The channels in order of first appearance.
    public var channels: [UTF8Text] {
        var seen: Set<UTF8Text> = []
        return frames.map(\.channel).filter { seen.insert($0).inserted }
    }
}
