/// A path that differs from one element to the next in its ids alone.
struct KnownPath: BitwiseCopyable {
    /// How many bytes each id has, in the order of the path; 0 behind the last one.
    typealias IDCounts = SIMD3<UInt8>

    static var idCountMax: Int { IDCounts.scalarCount }

    /// As an element had it, with offsets from the start of the path.
    private let sample: ContentPath
    private let sampleStart: Int
    private let sampleCounts: IDCounts
    /// What the ids name.
    private let kinds: (NodeKind, NodeKind, NodeKind)

    /// - Parameters:
    ///   - path: The path of an element.
    ///   - start: The offset of its text.
    ///   - kinds: What its ids name, in its order, each but once; at most `idCountMax`.
    init(_ path: ContentPath, start: Int, kinds: [NodeKind], counts: IDCounts) {
        assert(kinds.count <= Self.idCountMax)
        sample = path
        sampleStart = start
        sampleCounts = counts
        let none = NodeKind.event
        self.kinds = (
            kinds.first ?? none, kinds.count > 1 ? kinds[1] : none,
            kinds.count > 2 ? kinds[2] : none
        )
    }

    /// The path of another element.
    ///
    /// - Parameters:
    ///   - start: The offset of its text.
    ///   - counts: Of its ids.
    func path(at start: Int, _ counts: IDCounts) -> ContentPath {
        var path = sample
        var shift = start - sampleStart
        // A selector's name stands ahead of its id.
        var nameShift = shift
        func move(_ id: inout BatchText?, _ position: Int) {
            guard let text = id else { return }
            let count = Int(counts[position])
            id = BatchText(start: text.start + shift, count: count, isInArena: false)
            nameShift = shift
            shift += count - Int(sampleCounts[position])
        }
        for position in 0..<Self.idCountMax where sampleCounts[position] > 0 {
            switch position == 0 ? kinds.0 : position == 1 ? kinds.1 : kinds.2 {
            case .event: move(&path.event, position)
            case .market: move(&path.market, position)
            case .selection: move(&path.selection, position)
            case .sport: move(&path.sport, position)
            case .navigationNode: move(&path.navigationNode, position)
            case .info: preconditionFailure("no path names an info")
            }
        }
        path.last.move(by: path.last.hasSelector ? nameShift : shift)
        return path
    }
}

extension ContentPath.Segment {
    fileprivate mutating func move(by shift: Int) {
        name = name.part(shift, shift + name.count)
        key = key.part(shift, shift + key.count)
    }
}
