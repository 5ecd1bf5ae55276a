import SimdjsonPeer

/// simdjson On-Demand with nothing done to the values: the parsing alone. A
/// check on how well the C++ is written and built, rather than a rival.
struct SimdjsonWalk: DecodePeer, ~Copyable {
    static let name = "simdjson (walk)"
    static let role = Role.part
    static let omissions = "\(simdjsonOmissions); a batch: values are read and dropped"

    private let walk = simdjsonWalkCreate()
    private var frame = UnsafeRawBufferPointer(start: nil, count: 0)

    init() {}

    deinit { simdjsonWalkDestroy(walk) }

    mutating func decode(_ frame: UnsafeRawBufferPointer) -> Bool {
        self.frame = frame
        return simdjsonWalk(walk, frame.baseAddress, frame.count)
    }

    /// Nothing was kept, so the frame is read once more.
    func fold(into digest: inout PeerRecordDigest) {
        _ = simdjsonWalkFold(walk, frame.baseAddress, frame.count, &digest)
    }
}
