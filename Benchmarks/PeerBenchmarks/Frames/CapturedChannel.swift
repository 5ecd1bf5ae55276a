import OddsCapture
import OddsMeasurement
import OddsWire

/// The busiest channel of recorded traffic.
struct CapturedChannel {
    let name: String
    let frames: PackedFrames
    /// Where the frames are from, for errors.
    let origin: String

    /// - Throws: `CaptureError`; `PeerError.unusableCapture` if no channel has
    ///   more than one frame, or if the busiest does not begin with a dump.
    init(paths: [String]) throws {
        var channels: [[UInt8]: PackedFrames] = [:]
        for path in paths {
            var reader = try CaptureReader(path: path)
            while let frame = try reader.next() {
                frame.bytes.withUnsafeBytes {
                    channels[Array(frame.channel.utf8), default: PackedFrames()].append($0)
                }
            }
        }
        let files = paths.joined(separator: ", ")
        guard let (key, frames) = Self.busiest(of: channels), frames.count > 1 else {
            throw PeerError.unusableCapture(
                files: files,
                why: "no channel has more than one frame; give a capture of a feed that changes")
        }
        name = String(decoding: key, as: UTF8.self)
        origin = "channel \(name) of \(files)"
        guard frames.beginsWithDump else {
            throw PeerError.unusableCapture(
                files: files,
                why: """
                    the busiest channel, \(name), does not begin with an INITIAL_DUMP, so its \
                    updates have nothing to change; record again with 'bench record', which \
                    begins with one, or remove the frames before the channel's first dump
                    """)
        }
        self.frames = frames
    }

    /// The channel with the most frames. The first name decides between equals,
    /// so that each process takes the same: a dictionary has another order in
    /// each.
    static func busiest(
        of channels: some Sequence<(key: [UInt8], value: PackedFrames)>
    ) -> (key: [UInt8], value: PackedFrames)? {
        channels.max {
            $0.value.count != $1.value.count
                ? $0.value.count < $1.value.count
                : $1.key.lexicographicallyPrecedes($0.key)
        }
    }
}

extension PackedFrames {
    /// Whether the first frame is a dump; one that is not legal is none.
    fileprivate var beginsWithDump: Bool {
        var parser = FrameParser()
        var batch = FrameBatch()
        return bytes.withUnsafeBytes { all in
            let first = UnsafeRawBufferPointer(rebasing: all[offsets[0]..<offsets[1]])
            return (try? parser.parse(first, into: &batch)) != nil
                && batch.messageType == .initialDump
        }
    }

    /// SHA-256 over the text of all frames, each followed by a line feed, as 64
    /// hexadecimal digits.
    fileprivate var digest: String {
        var hasher = SHA256Digest.Hasher()
        bytes.withUnsafeBytes { all in
            for index in 0..<count {
                hasher.update(
                    UnsafeRawBufferPointer(rebasing: all[offsets[index]..<offsets[index + 1]]))
                [UInt8(ascii: "\n")].withUnsafeBytes { hasher.update($0) }
            }
        }
        return hasher.finalize().hexadecimal
    }
}

/// The recorded traffic of a comparison, for its report.
public struct CapturedTraffic: Encodable, Sendable {
    /// The names of the captures, without their folders.
    let files: [String]
    /// The channel that was measured.
    let channel: String
    /// Its frames, before they are repeated.
    let frames: Int
    /// SHA-256 over the text of those frames, each followed by a line feed.
    let digest: String

    /// - Throws: As a comparison on these captures does.
    public init(paths: [String]) throws {
        let captured = try CapturedChannel(paths: paths)
        files = paths.map { String($0.split(separator: "/").last ?? "") }
        channel = captured.name
        frames = captured.frames.count
        digest = captured.frames.digest
    }
}
