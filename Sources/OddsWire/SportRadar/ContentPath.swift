/// What a change's path says (SR-P1, SR-P2), its names and ids as texts of the batch.
struct ContentPath: BitwiseCopyable {
    /// A segment's name and the key of its selector; empty where there is none.
    struct Segment: BitwiseCopyable {
        var name: BatchText
        var key: BatchText
        var hasSelector: Bool
        /// The key's entity.
        var kind: NodeKind?
    }

    /// The last id of each kind of entity; `nil` if the path has none.
    var event: BatchText?
    var market: BatchText?
    var selection: BatchText?
    var sport: BatchText?
    var navigationNode: BatchText?
    /// What the last selector of an entity names.
    var lastKind: NodeKind?
    var last: Segment
    var segmentCount = 0
    /// Whether a segment before the last one is the name `scores`.
    var hasScores = false
    /// Whether the segments before the last one end in `attributes` and `COMPLETE`.
    var isBelowAttributes = false

    /// - Parameter text: The path; `nil` if there is none.
    /// - Returns: `nil` if the text is no path.
    /// - Complexity: O(bytes).
    init?(_ text: BatchText?, in batch: borrowing FrameBatch) {
        let none = BatchText(start: 0, count: 0, isInArena: false)
        last = Segment(name: none, key: none, hasSelector: false)
        guard let text else {
            segmentCount = 1
            return
        }
        let bytes = batch.bytes(text)
        var start = 0
        var wasAttributes = false
        while true {
            var end = start
            while end < bytes.count, bytes[end] != UInt8(ascii: "|") { end += 1 }
            guard take(text.part(start, end), in: batch) else { return nil }
            segmentCount += 1
            if end == bytes.count { return }
            let name = batch.bytes(last.name)
            isBelowAttributes = !last.hasSelector && wasAttributes && isText(name, "COMPLETE")
            hasScores = hasScores || !last.hasSelector && isText(name, "scores")
            wasAttributes = !last.hasSelector && isText(name, "attributes")
            start = end + 1
        }
    }

    /// Takes one segment. Returns false if it is none.
    private mutating func take(_ text: BatchText, in batch: borrowing FrameBatch) -> Bool {
        let bytes = batch.bytes(text)
        let closing = bytes.firstIndex(of: UInt8(ascii: "]"))
        guard let opening = bytes.firstIndex(of: UInt8(ascii: "[")) else {
            guard closing == nil else { return false }
            last = Segment(name: text, key: text.part(0, 0), hasSelector: false)
            return true
        }
        let end = bytes.count - 1
        // The first one ends the selector (SR-P4), so that none stands in the name.
        guard closing == end,
            let equals = bytes[opening..<end].firstIndex(of: UInt8(ascii: "=")), equals + 1 < end
        else { return false }
        let key = text.part(opening + 1, equals)
        last = Segment(name: text.part(0, opening), key: key, hasSelector: true)
        note(text.part(equals + 1, end), batch.bytes(key))
        return true
    }

    private mutating func note(_ id: BatchText, _ key: UnsafeRawBufferPointer) {
        if isText(key, "idfoselection") {
            selection = id
            last.kind = .selection
        } else if isText(key, "idfomarket") {
            market = id
            last.kind = .market
        } else if isText(key, "idfoevent") {
            event = id
            last.kind = .event
        } else if isText(key, "idfosporttype") {
            sport = id
            last.kind = .sport
        } else if isText(key, "idfwbonavigation") {
            navigationNode = id
            last.kind = .navigationNode
        } else {
            return
        }
        lastKind = last.kind
    }

    /// Whether the path ends in a name (SR-U2).
    func ends(in name: StaticString, _ batch: borrowing FrameBatch) -> Bool {
        !last.hasSelector && isText(batch.bytes(last.name), name)
    }

    /// What an ignored change is counted by (SR-U3).
    var label: BatchText { last.name.count > 0 || !last.hasSelector ? last.name : last.key }
}

extension BatchText {
    /// The text from one offset of it to another.
    func part(_ start: Int, _ end: Int) -> BatchText {
        BatchText(start: self.start + start, count: end - start, isInArena: isInArena)
    }
}
