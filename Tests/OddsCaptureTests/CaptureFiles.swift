import OddsCapture
import OddsFixtures

func readAll(_ path: String) throws(CaptureError) -> [CaptureFrame] {
    var reader = try CaptureReader(path: path)
    var frames: [CaptureFrame] = []
    while let frame = try reader.next() { frames.append(frame) }
    return frames
}

func write(_ frames: [CaptureFrame], to path: String) throws(CaptureError) {
    var writer = try CaptureWriter(path: path)
    for frame in frames {
        try frame.bytes.withUnsafeBufferPointer { bytes throws(CaptureError) in
            try writer.write(
                UnsafeRawBufferPointer(bytes), channel: frame.channel, at: frame.at)
        }
    }
    try writer.finish()
}

/// The text of the only frame of a capture of one line.
func frameText(_ line: String) throws -> String {
    let folder = try TemporaryFolder()
    let frames = try readAll(folder.file("c.ndjson", line.utf8))
    return String(decoding: frames[0].bytes, as: UTF8.self)
}
