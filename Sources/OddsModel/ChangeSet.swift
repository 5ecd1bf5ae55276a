/// What one frame changed, entity by entity.
///
/// An entity has at most one entry a frame. An entity that a frame deletes and
/// creates again is `removed` and `inserted`, as it has a new place among its
/// siblings; one that a frame creates and deletes again has no entry. An entry
/// is `updated` with the properties whose values some record of the frame
/// changed; a change that changes no value leaves no trace (rule 11 of the feed
/// contract). After an `INITIAL_DUMP` the set is the difference between the old
/// state and the new one, and `isReset` says that the order of everything may
/// have changed.
///
/// The buffers are reused: no allocation in steady state as long as no copy is
/// kept beyond the next frame (a kept copy stays valid, and costs the owner one
/// new buffer). One thread owns a change set; a copy may travel.
public struct ChangeSet: Sendable {
    public struct Kinds: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8

        @inlinable
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static var inserted: Kinds { @inlinable get { Kinds(rawValue: 1) } }
        public static var updated: Kinds { @inlinable get { Kinds(rawValue: 2) } }
        public static var removed: Kinds { @inlinable get { Kinds(rawValue: 4) } }
    }

    /// One entity's change; 24 bytes without references.
    public struct Entry: Sendable {
        /// The entity's id; text ids stand in the change set's own side table.
        public let key: EntityKey
        /// For typed entities: which properties were updated; empty unless
        /// `kinds` contains `updated`.
        public var properties: PropertySet
        /// For reference entities: where the type's name stands in the side
        /// table.
        @usableFromInline internal var typePosition: UInt32
        /// For reference entities: the last link of the chain of changed keys.
        @usableFromInline internal var lastKey: UInt32
        public let type: EntityType
        public var kinds: Kinds

        @usableFromInline
        internal init(key: EntityKey, type: EntityType, kinds: Kinds, properties: PropertySet) {
            self.key = key
            self.type = type
            self.kinds = kinds
            self.properties = properties
            typePosition = .max
            lastKey = .max
        }
    }

    @usableFromInline internal var entries: ContiguousArray<Entry> = []
    /// Ids that are no numbers, names of reference types and of their changed
    /// properties: byte ranges of `utf8`.
    @usableFromInline internal var texts: ContiguousArray<(start: UInt32, count: UInt32)> = []
    @usableFromInline internal var utf8: ContiguousArray<UInt8> = []
    /// Changed keys of reference entities, chained by entry.
    @usableFromInline internal var keys: ContiguousArray<(text: UInt32, previous: UInt32)> = []
    /// Whether the whole state was replaced by an `INITIAL_DUMP`.
    public private(set) var isReset = false

    public init() {}
}

// MARK: - Reading

extension ChangeSet {
    /// The number of entries, those without effect included.
    @inlinable public var entryCount: Int { entries.count }

    /// Whether nothing changed. Complexity: O(entries), O(1) when nothing was
    /// touched.
    public var isEmpty: Bool { entries.allSatisfy { $0.kinds.isEmpty } }

    /// Calls `body` for each entity that changed, in order of first change.
    /// Complexity: O(entries).
    @inlinable
    public func forEach(_ body: (Entry) throws -> Void) rethrows {
        for entry in entries where !entry.kinds.isEmpty { try body(entry) }
    }

    /// The entity's id. Allocates; use `Entry.key` or `withIDBytes` where that
    /// matters.
    public func id(of entry: Entry) -> EntityID {
        guard !entry.key.isNumber else { return EntityID(String(entry.key.rawValue)) }
        return EntityID(utf8: bytes(at: entry.key.textPosition))
    }

    /// Calls `body` with the bytes of an id that is no number, valid during
    /// the call. Allocates nothing.
    public func withIDBytes(of entry: Entry, _ body: (UnsafeRawBufferPointer) -> Void) {
        withBytes(at: entry.key.textPosition, body)
    }

    /// The type's name as the feed spells it. Allocates.
    public func typeName(of entry: Entry) -> String {
        guard entry.type == .reference else { return "\(entry.type.feedName)" }
        return String(decoding: bytes(at: Int(entry.typePosition)), as: UTF8.self)
    }

    /// Calls `body` with the bytes of a reference entity's type, valid during
    /// the call. Allocates nothing.
    public func withTypeNameBytes(of entry: Entry, _ body: (UnsafeRawBufferPointer) -> Void) {
        precondition(entry.type == .reference)
        withBytes(at: Int(entry.typePosition), body)
    }

    /// The names of the updated properties of a typed or a reference entity.
    /// Complexity: O(properties); allocates.
    public func propertyNames(of entry: Entry) -> [String] {
        if entry.type != .reference {
            let all = Schema.properties(of: entry.type)
            return entry.properties.indices.map { "\(all[$0].name)" }
        }
        var names: [String] = []
        forEachPropertyName(of: entry) { names.append(String(decoding: $0, as: UTF8.self)) }
        return names.reversed()
    }

    /// Calls `body` with the bytes of the name of each updated property of a
    /// reference entity, the last updated first; valid during the call.
    /// Complexity: O(properties); allocates nothing.
    public func forEachPropertyName(of entry: Entry, _ body: (UnsafeRawBufferPointer) -> Void) {
        precondition(entry.type == .reference)
        var link = entry.lastKey
        while link != .max {
            withBytes(at: Int(keys[Int(link)].text), body)
            link = keys[Int(link)].previous
        }
    }

    private func withBytes(at position: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
        let range = texts[position]
        utf8.withUnsafeBytes {
            let end = Int(range.start + range.count)
            body(UnsafeRawBufferPointer(rebasing: $0[Int(range.start)..<end]))
        }
    }

    private func bytes(at position: Int) -> ArraySlice<UInt8> {
        let range = texts[position]
        return utf8[Int(range.start)..<Int(range.start + range.count)]
    }
}

// MARK: - Writing

extension ChangeSet {
    /// Empties the set for the next frame and keeps the buffers.
    @inlinable
    public mutating func begin(isReset: Bool = false) {
        entries.removeAll(keepingCapacity: true)
        texts.removeAll(keepingCapacity: true)
        utf8.removeAll(keepingCapacity: true)
        keys.removeAll(keepingCapacity: true)
        setReset(isReset)
    }

    @usableFromInline
    internal mutating func setReset(_ value: Bool) { isReset = value }

    /// Puts a text into the side table and returns its position.
    public mutating func addText(_ text: UnsafeRawBufferPointer) -> Int {
        texts.append((UInt32(utf8.count), UInt32(text.count)))
        utf8.append(contentsOf: text)
        return texts.count - 1
    }

    /// Appends an entry and returns its position. The caller sees to it that
    /// an entity has only one.
    @inlinable
    public mutating func append(
        key: EntityKey, type: EntityType, kinds: Kinds, properties: PropertySet = []
    ) -> Int {
        entries.append(Entry(key: key, type: type, kinds: kinds, properties: properties))
        return entries.count - 1
    }

    /// Appends an entry of a reference entity whose type's name is at
    /// `typePosition` of the side table, and returns its position.
    public mutating func appendReference(
        key: EntityKey, typePosition: Int, kinds: Kinds
    ) -> Int {
        var entry = Entry(key: key, type: .reference, kinds: kinds, properties: [])
        entry.typePosition = UInt32(typePosition)
        entries.append(entry)
        return entries.count - 1
    }

    /// What happened so far to the entity at `position`.
    @inlinable
    public func kinds(at position: Int) -> Kinds { entries[position].kinds }

    /// Notes that properties of the entity at `position` were updated. No
    /// effect on one that was inserted by this frame: it is new as a whole.
    @inlinable
    public mutating func noteUpdate(at position: Int, properties: PropertySet) {
        guard !entries[position].kinds.contains(.inserted) else { return }
        entries[position].kinds.insert(.updated)
        entries[position].properties.formUnion(properties)
    }

    /// Notes that a property of the reference entity at `position` was
    /// updated. Complexity: O(properties updated so far).
    public mutating func noteReferenceUpdate(at position: Int, key: UnsafeRawBufferPointer) {
        guard !entries[position].kinds.contains(.inserted) else { return }
        entries[position].kinds.insert(.updated)
        var link = entries[position].lastKey
        while link != .max {
            if bytes(at: Int(keys[Int(link)].text)).elementsEqual(key) { return }
            link = keys[Int(link)].previous
        }
        let text = UInt32(addText(key))
        keys.append((text, entries[position].lastKey))
        entries[position].lastKey = UInt32(keys.count - 1)
    }

    /// Notes that the entity at `position` was removed. One that this frame
    /// had inserted leaves no trace, unless it was there before as well.
    @inlinable
    public mutating func noteRemoval(at position: Int) {
        let kinds = entries[position].kinds
        if kinds.contains(.inserted) {
            entries[position].kinds = kinds.intersection(.removed)
        } else {
            entries[position].kinds = .removed
        }
        forgetUpdates(at: position)
    }

    /// Notes that the entity at `position` came (back) into being.
    @inlinable
    public mutating func noteInsertion(at position: Int) {
        entries[position].kinds.insert(.inserted)
    }

    @usableFromInline
    internal mutating func forgetUpdates(at position: Int) {
        entries[position].properties = []
        entries[position].lastKey = .max
    }
}
