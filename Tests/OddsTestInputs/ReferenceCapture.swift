import OddsReference

/// The frames of a capture (EM-C1), read line by line with the reference's own
/// JSON reader.
package struct ReferenceCapture: Sendable {
    package struct Frame: Sendable {
        package let channel: UTF8Text
        /// The frame's text, verbatim.
        package let text: [UInt8]
    }

    /// In order of arrival.
    package let frames: [Frame]

    /// Reads a whole file; `nil` if a line is none of a capture, or has its
    /// frame as Base64, which recorded traffic does not.
    package init?(_ file: [UInt8]) {
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
    package var channels: [UTF8Text] {
        var seen: Set<UTF8Text> = []
        return frames.map(\.channel).filter { seen.insert($0).inserted }
    }
}
