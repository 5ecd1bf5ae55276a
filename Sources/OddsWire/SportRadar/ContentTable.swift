import OddsModel

/// What a translator knows of one content.
struct ContentState: ~Copyable {
    let type: ContentType
    /// The content's id as UTF-8.
    let id: [UInt8]
    var nodes = ContentNodes()
    /// Whether it came whole on this connection (SR-C3).
    var isRefreshed = false
    var counters = ContentCounters()

    init(type: ContentType, id: [UInt8]) {
        self.type = type
        self.id = id
    }

    /// The name of the content's channel (SR-C1).
    var name: String { "\(type.name)/\(String(decoding: id, as: UTF8.self))" }
}

/// The contents that are open, found by type and id. A position is free for another
/// content once its content is closed.
///
/// Allocates when contents are opened. One thread owns it.
struct ContentTable: ~Copyable {
    /// How many contents were opened so far.
    private(set) var openingCount = 0
    private(set) var states: [UnsafeMutablePointer<ContentState>?] = []
    /// Positions by hash, with linear probing; -1 where there is none. A power of two,
    /// at most half full.
    private var buckets: [Int32] = [-1, -1]
    /// The content found last, and probably the next one.
    private var last = -1

    init() {}

    deinit {
        for case .some(let state) in states {
            state.deinitialize(count: 1)
            state.deallocate()
        }
    }

    subscript(position: Int) -> UnsafeMutablePointer<ContentState> {
        guard position < states.count, let state = states[position] else {
            preconditionFailure("no content is open at position \(position)")
        }
        return state
    }

    /// The position of a content; -1 if it is not open.
    ///
    /// - Complexity: O(length of the id), expected.
    @inline(__always)
    mutating func find(_ type: ContentType, _ id: UnsafeRawBufferPointer) -> Int {
        if last >= 0, isContent(type, id, at: last) { return last }
        return search(type, id)
    }

    @inline(__always)
    private func isContent(
        _ type: ContentType, _ id: UnsafeRawBufferPointer, at position: Int
    ) -> Bool {
        guard let state = states[position], state.pointee.type == type else { return false }
        return state.pointee.id.withUnsafeBytes { equalBytes($0, id) }
    }

    @inline(never)
    private mutating func search(_ type: ContentType, _ id: UnsafeRawBufferPointer) -> Int {
        var slot = hash(type, id)
        while true {
            let position = Int(buckets[slot])
            if position < 0 { return -1 }
            if isContent(type, id, at: position) {
                last = position
                return position
            }
            slot = (slot + 1) & (buckets.count - 1)
        }
    }

    private func hash(_ type: ContentType, _ id: UnsafeRawBufferPointer) -> Int {
        var hash = 0xCBF2_9CE4_8422_2325 as UInt64 ^ UInt64(type.rawValue)
        for byte in id { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int(truncatingIfNeeded: hash ^ hash >> 32) & (buckets.count - 1)
    }

    /// Opens a content, or finds it open.
    ///
    /// - Complexity: O(contents).
    mutating func open(_ type: ContentType, _ id: UnsafeRawBufferPointer) -> Int {
        let found = find(type, id)
        if found >= 0 { return found }
        let state = UnsafeMutablePointer<ContentState>.allocate(capacity: 1)
        state.initialize(to: ContentState(type: type, id: Array(id)))
        openingCount += 1
        let position = states.firstIndex { $0 == nil } ?? states.count
        if position == states.count { states.append(state) } else { states[position] = state }
        index()
        return position
    }

    /// - Complexity: O(contents).
    mutating func close(_ position: Int) {
        let state = self[position]
        state.deinitialize(count: 1)
        state.deallocate()
        states[position] = nil
        index()
    }

    private mutating func index() {
        last = -1
        var size = buckets.count
        while size < 2 * states.count { size *= 2 }
        buckets = Array(repeating: -1, count: size)
        for (position, state) in states.enumerated() {
            guard let state else { continue }
            var slot = state.pointee.id.withUnsafeBytes { hash(state.pointee.type, $0) }
            while buckets[slot] >= 0 { slot = (slot + 1) & (size - 1) }
            buckets[slot] = Int32(position)
        }
    }

    /// A connection begins: contents have to come whole (SR-F3).
    mutating func beginConnection() {
        for case .some(let state) in states { state.pointee.isRefreshed = false }
    }
}
