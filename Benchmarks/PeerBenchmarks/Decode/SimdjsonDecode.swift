import SimdjsonPeer

/// simdjson On-Demand into a reused list of changes.
struct SimdjsonDecode: DecodePeer, ~Copyable {
    static let name = "simdjson"
    static let omissions = simdjsonOmissions

    private let decoder = simdjsonDecoderCreate()

    init() {}

    deinit { simdjsonDecoderDestroy(decoder) }

    mutating func decode(_ frame: UnsafeRawBufferPointer) -> Bool {
        simdjsonDecode(decoder, frame.baseAddress, frame.count) >= 0
    }

    func fold(into digest: inout PeerRecordDigest) { simdjsonDecoderFold(decoder, &digest) }
}

/// What the C++ code does not do, in all tasks.
let simdjsonOmissions = """
    ids but decimal ones, records rejected alone, key order of the envelope, checks of what is \
    not read, reference entities
    """
