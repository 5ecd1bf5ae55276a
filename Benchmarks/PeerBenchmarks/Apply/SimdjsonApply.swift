import SimdjsonPeer

/// simdjson On-Demand straight into hash maps of structs.
struct SimdjsonApply: StorePeer, ~Copyable {
    static let name = "simdjson"
    static let omissions = "\(simdjsonOmissions); change sets, all-or-nothing frames, versions"

    let store = simdjsonStoreCreate()

    init() {}

    deinit { simdjsonStoreDestroy(store) }

    mutating func apply(_ index: Int, of frames: FrameSet) -> Bool {
        let frame = frames[index]
        return simdjsonApply(store, frame.baseAddress, frame.count)
    }

    mutating func fold(into digest: inout PeerStateDigest) { simdjsonStoreFold(store, &digest) }
}
