/// What one frame changed, entity by entity.
///
/// An entity has at most one entry a frame. An entity that a frame deletes and
/// creates again is `removed` and `inserted`, as it has a new place among its
/// siblings; one that a frame creates and deletes again has no entry. An entry
/// is `updated` with the properties whose values some record of the frame
/// changed; a change that changes no value leaves no trace (EM-R7 of the feed
/// contract). After an `INITIAL_DUMP` the set is the difference between the old
/// state and the new one, and `isReset` says that the order of everything may
/// have changed.
///
/// The buffers are reused: no allocation in steady state as long as no copy is
/// kept beyond the next frame (a kept copy stays valid, and costs the owner new
/// buffers). One thread owns a change set; a copy may travel.
public struct ChangeSet: Sendable {
    /// What happened to an entity; empty if the frame left no trace on it.
    public struct Kinds: OptionSet, Hashable, BitwiseCopyable, Sendable {
        /// The kinds, a bit each.
        public let rawValue: UInt8

        /// The kinds whose bits are set.
        @inlinable
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The entity came into being.
        public static var inserted: Kinds { @inlinable get { Kinds(rawValue: 1) } }
        /// Values of the entity changed.
        public static var updated: Kinds { @inlinable get { Kinds(rawValue: 2) } }
        /// The entity that was there before the frame is gone, or was for a
        /// while.
        public static var removed: Kinds { @inlinable get { Kinds(rawValue: 4) } }
    }

    /// One entity's change.
    public struct Entry: BitwiseCopyable, Sendable {
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
        /// The owner's own number of the entity, of no use to others.
        @usableFromInline package var row: UInt32
        public let type: EntityType
        /// What happened to the entity.
        public var kinds: Kinds

        @inlinable
        package init(
            key: EntityKey, type: EntityType, kinds: Kinds, properties: PropertySet,
            row: UInt32 = .max
        ) {
            self.key = key
            self.type = type
            self.kinds = kinds
            self.properties = properties
            self.row = row
            typePosition = .max
            lastKey = .max
        }
    }

    @usableFromInline internal var storage = ChangeSetStorage()

    /// An empty set.
    public init() {}

    @inlinable internal var buffers: UnsafeMutablePointer<ChangeSetBuffers> { storage.buffers }
}

// MARK: - Reading

extension ChangeSet {
    /// Whether the whole state was replaced by an `INITIAL_DUMP`.
    public var isReset: Bool { buffers.pointee.isReset }

    /// The number of entries, those without effect included.
    @inlinable public var entryCount: Int { buffers.pointee.entries.count }

    /// Whether nothing changed.
    ///
    /// - Complexity: O(entries), O(1) when nothing was touched.
    public var isEmpty: Bool {
        (0..<entryCount).allSatisfy { buffers.pointee.entries[$0].kinds.isEmpty }
    }

    /// Calls `body` for each entity that changed, in order of first change.
    ///
    /// - Throws: What `body` throws.
    /// - Complexity: O(entries).
    @inlinable
    public func forEach(_ body: (Entry) throws -> Void) rethrows {
        for position in 0..<entryCount {
            let entry = buffers.pointee.entries[position]
            if !entry.kinds.isEmpty { try body(entry) }
        }
    }

    /// The entity's id. Allocates; use `Entry.key` or `withIDBytes` where that
    /// matters.
    public func id(of entry: Entry) -> EntityID {
        guard !entry.key.isWord else { return EntityID(entry.key.wordText) }
        return EntityID(utf8: bytes(at: entry.key.textPosition))
    }

    /// Calls `body` with the bytes of an id that no word holds, valid during
    /// the call. Allocates nothing.
    public func withIDBytes(of entry: Entry, _ body: (UnsafeRawBufferPointer) -> Void) {
        withExtendedLifetime(storage) { body(bytes(at: entry.key.textPosition)) }
    }

    /// The type's name as the feed spells it. Allocates.
    public func typeName(of entry: Entry) -> String {
        guard entry.type == .reference else { return "\(entry.type.feedName)" }
        return withExtendedLifetime(storage) {
            String(decoding: bytes(at: Int(entry.typePosition)), as: UTF8.self)
        }
    }

    /// Calls `body` with the bytes of a reference entity's type, valid during
    /// the call. Allocates nothing.
    public func withTypeNameBytes(of entry: Entry, _ body: (UnsafeRawBufferPointer) -> Void) {
        precondition(entry.type == .reference)
        withExtendedLifetime(storage) { body(bytes(at: Int(entry.typePosition))) }
    }

    /// The names of the updated properties of a typed or a reference entity.
    ///
    /// - Complexity: O(properties); allocates.
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
    ///
    /// - Complexity: O(properties); allocates nothing.
    public func forEachPropertyName(of entry: Entry, _ body: (UnsafeRawBufferPointer) -> Void) {
        precondition(entry.type == .reference)
        withExtendedLifetime(storage) {
            var link = entry.lastKey
            while link != .max {
                body(bytes(at: Int(buffers.pointee.keys[Int(link)].text)))
                link = buffers.pointee.keys[Int(link)].previous
            }
        }
    }

    /// Bytes of the side table; valid as long as the storage is held.
    func bytes(at position: Int) -> UnsafeRawBufferPointer {
        let range = buffers.pointee.texts[position]
        return UnsafeRawBufferPointer(
            start: buffers.pointee.utf8.pointer + Int(range.start), count: Int(range.count))
    }
}
