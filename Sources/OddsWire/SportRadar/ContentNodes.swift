import CWire
import OddsModel

/// The nodes of one content, found by kind and id, and linked from parents to
/// children in order of arrival.
///
/// Allocates when there are more nodes than ever before. One thread owns it.
struct ContentNodes: ~Copyable {
    typealias Index = ContentNode.Index

    private var nodes = GrowableBuffer<ContentNode>()
    private var free = GrowableBuffer<Index>()
    private var texts = NodeTexts()
    /// A node's number, -1 if there is none, and its hash, so that other nodes of the same
    /// slot need not be looked at.
    private struct Bucket: BitwiseCopyable {
        var index: Index = -1
        var hash: UInt32 = 0
    }

    /// By hash, with linear probing.
    private var buckets: UnsafeMutablePointer<Bucket>
    private var mask = 63
    private var count = 0

    init() {
        buckets = .allocate(capacity: 64)
        buckets.initialize(repeating: Bucket(), count: 64)
    }

    deinit { buckets.deallocate() }

    @inline(__always)
    subscript(index: Index) -> UnsafeMutablePointer<ContentNode> {
        assert(index >= 0 && Int(index) < nodes.count)
        return nodes.pointer + Int(index)
    }

    /// Forgets everything, and keeps the memory.
    mutating func removeAll() {
        nodes.truncate(to: 0)
        free.truncate(to: 0)
        texts.removeAll()
        buckets.update(repeating: Bucket(), count: mask + 1)
        count = 0
    }

    // MARK: Finding

    /// The node of an id, there or not; -1 if there is none.
    ///
    /// - Complexity: expected O(1) for words, else O(bytes).
    @inline(__always)
    func find(_ kind: NodeKind, word key: EntityKey) -> Index {
        let hash = Self.hash(kind, key.rawValue)
        var slot = Int(hash) & mask
        while true {
            let bucket = buckets[slot]
            if bucket.index < 0 { return -1 }
            if bucket.hash == hash {
                let node = nodes.pointer + Int(bucket.index)
                if node.pointee.key == key, node.pointee.kind == kind { return bucket.index }
            }
            slot = (slot &+ 1) & mask
        }
    }

    /// Asks for the bucket where a word's node is probably found.
    @inline(__always)
    func prefetchBucket(_ kind: NodeKind, word key: EntityKey) {
        wirePrefetchLine(buckets + (Int(Self.hash(kind, key.rawValue)) & mask))
    }

    /// Asks for the node that is probably a word's. Its bucket should have come.
    @inline(__always)
    func prefetchNode(_ kind: NodeKind, word key: EntityKey) {
        let hash = Self.hash(kind, key.rawValue)
        var slot = Int(hash) & mask
        while buckets[slot].index >= 0 {
            if buckets[slot].hash == hash {
                return wirePrefetchLine(nodes.pointer + Int(buckets[slot].index))
            }
            slot = (slot &+ 1) & mask
        }
    }

    func find(_ kind: NodeKind, _ id: UnsafeRawBufferPointer) -> Index {
        if let key = EntityKey(word: id) { return find(kind, word: key) }
        let hash = Self.hash(kind, Self.hash(id))
        var slot = Int(hash) & mask
        while true {
            let bucket = buckets[slot]
            if bucket.index < 0 { return -1 }
            if bucket.hash == hash {
                let node = nodes[Int(bucket.index)]
                if node.kind == kind, !node.key.isWord,
                    equalBytes(texts[node.key.textPosition], id) {
                    return bucket.index
                }
            }
            slot = (slot &+ 1) & mask
        }
    }

    /// The node of an entity that is there; -1 if it is not.
    func findExisting(_ kind: NodeKind, _ id: UnsafeRawBufferPointer) -> Index {
        let index = find(kind, id)
        return index >= 0 && self[index].pointee.exists ? index : -1
    }

    /// The node of an id, made where there is none.
    mutating func node(_ kind: NodeKind, _ id: UnsafeRawBufferPointer) -> Index {
        let found = find(kind, id)
        if found >= 0 { return found }
        if let key = EntityKey(word: id) { return add(kind, key, Self.hash(kind, key.rawValue)) }
        let key = EntityKey(textPosition: texts.add(id))
        return add(kind, key, Self.hash(kind, Self.hash(id)))
    }

    /// Calls `body` with the id of a node; valid during the call.
    @inline(__always)
    func withID<Result>(of index: Index, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let key = self[index].pointee.key
        return key.isWord ? key.withWordText(body) : body(texts[key.textPosition])
    }

    private mutating func add(_ kind: NodeKind, _ key: EntityKey, _ hash: UInt32) -> Index {
        if (count + 1) * 4 > (mask + 1) * 3 { grow() }
        let node = ContentNode(kind, key, hash: hash)
        let index: Index
        if free.isEmpty {
            index = Index(nodes.count)
            nodes.append(node)
        } else {
            index = free.removeLast()
            nodes[Int(index)] = node
        }
        place(index, hash)
        count += 1
        return index
    }

    // MARK: Links

    /// Hangs a node on a parent, behind its siblings, or on none.
    ///
    /// - Complexity: O(1).
    mutating func attach(_ index: Index, to parent: Index) {
        let node = self[index]
        let old = node.pointee.parent
        guard old != parent else { return }
        if old >= 0 {
            unlink(index, from: old)
            releaseIfUnused(old)
        }
        node.pointee.parent = parent
        guard parent >= 0 else { return }
        node.pointee.previous = self[parent].pointee.lastChild
        node.pointee.next = -1
        if node.pointee.previous >= 0 {
            self[node.pointee.previous].pointee.next = index
        } else {
            self[parent].pointee.firstChild = index
        }
        self[parent].pointee.lastChild = index
    }

    private func unlink(_ index: Index, from parent: Index) {
        let (previous, next) = (self[index].pointee.previous, self[index].pointee.next)
        if previous >= 0 {
            self[previous].pointee.next = next
        } else {
            self[parent].pointee.firstChild = next
        }
        if next >= 0 {
            self[next].pointee.previous = previous
        } else {
            self[parent].pointee.lastChild = previous
        }
        self[index].pointee.previous = -1
        self[index].pointee.next = -1
    }

    /// The entity is gone. What hangs on it stays, and so does the node as long as
    /// something does.
    mutating func remove(_ index: Index) {
        attach(index, to: -1)
        let (kind, key) = (self[index].pointee.kind, self[index].pointee.key)
        let (first, last) = (self[index].pointee.firstChild, self[index].pointee.lastChild)
        self[index].pointee = ContentNode(kind, key, hash: self[index].pointee.hash)
        self[index].pointee.firstChild = first
        self[index].pointee.lastChild = last
        releaseIfUnused(index)
    }

    /// Forgets a node of no entity that nothing hangs on.
    mutating func releaseIfUnused(_ index: Index) {
        let node = self[index].pointee
        guard !node.exists, node.firstChild < 0 else { return }
        if node.parent >= 0 { unlink(index, from: node.parent) }
        displace(index, node.hash)
        if !node.key.isWord { texts.remove(node.key.textPosition) }
        free.append(index)
        count -= 1
    }

    /// Appends what hangs on a node, at any depth, children before their parents.
    ///
    /// - Complexity: O(nodes appended); no recursion.
    func appendDescendants(of top: Index, to list: inout GrowableBuffer<Index>) {
        var index = firstLeaf(below: top)
        while index != top {
            list.append(index)
            let next = self[index].pointee.next
            index = next >= 0 ? firstLeaf(below: next) : self[index].pointee.parent
        }
    }

    private func firstLeaf(below top: Index) -> Index {
        var index = top
        while self[index].pointee.firstChild >= 0 { index = self[index].pointee.firstChild }
        return index
    }

    // MARK: Buckets

    private func place(_ index: Index, _ hash: UInt32) {
        var slot = Int(hash) & mask
        while buckets[slot].index >= 0 { slot = (slot + 1) & mask }
        buckets[slot] = Bucket(index: index, hash: hash)
    }

    /// Takes a node out, and moves those behind it back, so that no gap parts them
    /// from where their hashes lead.
    private func displace(_ index: Index, _ hash: UInt32) {
        var slot = Int(hash) & mask
        while buckets[slot].index != index { slot = (slot + 1) & mask }
        var hole = slot
        while true {
            slot = (slot + 1) & mask
            let other = buckets[slot]
            if other.index < 0 { break }
            let home = Int(other.hash) & mask
            if (slot - home) & mask >= (slot - hole) & mask {
                buckets[hole] = other
                hole = slot
            }
        }
        buckets[hole] = Bucket()
    }

    private mutating func grow() {
        let (old, oldCount) = (buckets, mask + 1)
        mask = oldCount * 2 - 1
        buckets = .allocate(capacity: mask + 1)
        buckets.initialize(repeating: Bucket(), count: mask + 1)
        for slot in 0..<oldCount where old[slot].index >= 0 {
            place(old[slot].index, old[slot].hash)
        }
        old.deallocate()
    }

    @inline(__always)
    private static func hash(_ kind: NodeKind, _ word: UInt64) -> UInt32 {
        let seed = word ^ UInt64(kind.rawValue) &* 0xA076_1D64_78BD_642F
        let product = seed.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        let folded = product.high ^ product.low
        return UInt32(truncatingIfNeeded: folded ^ folded >> 32)
    }

    /// FNV-1a.
    private static func hash(_ text: UnsafeRawBufferPointer) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }
}
