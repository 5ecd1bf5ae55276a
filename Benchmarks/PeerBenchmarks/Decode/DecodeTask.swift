import SimdjsonPeer

/// The task `decode`: a frame's bytes into a batch of changes that can be read.
protocol DecodePeer: Peer, ~Copyable {
    init()
    /// Reads a frame; false if it is refused.
    mutating func decode(_ frame: UnsafeRawBufferPointer) -> Bool
    /// Adds the typed records of the last frame.
    func fold(into digest: inout PeerRecordDigest)
}

extension Contestant {
    init<Decoder: DecodePeer & ~Copyable>(decoder: Decoder.Type) {
        self.init(
            name: Decoder.name, omissions: Decoder.omissions, role: Decoder.role,
            framesMax: Decoder.framesMax,
            check: { frames, range in
                var decoder = Decoder()
                var digest = PeerRecordDigest()
                for index in range {
                    try decoder.decode(index, of: frames)
                    decoder.fold(into: &digest)
                }
                return Digest(digest)
            },
            time: { frames, warmUp, timed in
                var decoder = Decoder()
                for index in warmUp { try decoder.decode(index, of: frames) }
                return try measuredNanoseconds {
                    for index in timed { try decoder.decode(index, of: frames) }
                }
            })
    }
}

extension DecodePeer where Self: ~Copyable {
    fileprivate mutating func decode(_ index: Int, of frames: FrameSet) throws {
        guard decode(frames[index]) else {
            throw PeerError.frameRefused(
                implementation: Self.name, frame: frames.description(of: index), reason: nil)
        }
    }
}
