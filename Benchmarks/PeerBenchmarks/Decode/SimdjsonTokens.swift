import SimdjsonPeer

/// simdjson On-Demand from value to value, none of them parsed: the share of
/// the cost that the library takes to find them, however it is used.
struct SimdjsonTokens: DecodePeer, ~Copyable {
    static let name = "simdjson (tokens)"
    static let role = Role.part
    static let omissions = "\(simdjsonOmissions); the values: they are found and not parsed"

    private let walk = simdjsonWalkCreate()
    private var frame = UnsafeRawBufferPointer(start: nil, count: 0)

    init() {}

    deinit { simdjsonWalkDestroy(walk) }

    mutating func decode(_ frame: UnsafeRawBufferPointer) -> Bool {
        self.frame = frame
        return simdjsonTokens(walk, frame.baseAddress, frame.count) >= 0
    }

    /// Nothing was kept, so the frame is read once more.
    func fold(into digest: inout PeerRecordDigest) {
        _ = simdjsonWalkFold(walk, frame.baseAddress, frame.count, &digest)
    }
}
