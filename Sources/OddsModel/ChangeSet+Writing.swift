extension ChangeSet {
    /// Empties the set for the next frame and keeps the buffers, unless a copy
    /// of the set still has them.
    @inlinable
    public mutating func begin(isReset: Bool = false) {
        if !isKnownUniquelyReferenced(&storage) { storage = ChangeSetStorage() }
        buffers.pointee.entries.truncate(to: 0)
        buffers.pointee.texts.truncate(to: 0)
        buffers.pointee.utf8.truncate(to: 0)
        buffers.pointee.keys.truncate(to: 0)
        buffers.pointee.isReset = isReset
    }

    /// Makes room for that many entries, which are about to be appended.
    public mutating func reserve(_ entryCount: Int) {
        makeUnique()
        buffers.pointee.entries.populate(entryCount)
    }

    /// Sees to it that no copy has the buffers that are about to be written to.
    @inlinable
    internal mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&storage) { replaceStorage() }
    }

    @usableFromInline
    internal mutating func replaceStorage() {
        let copy = ChangeSetStorage()
        buffers.pointee.copy(into: &copy.buffers.pointee)
        storage = copy
    }

    /// Puts a text into the side table and returns its position.
    public mutating func addText(_ text: UnsafeRawBufferPointer) -> Int {
        makeUnique()
        return appendOwnedText(text)
    }

    /// Appends an entry and returns its position.
    ///
    /// - Precondition: The entity has no entry yet.
    @inlinable
    public mutating func append(
        key: EntityKey, type: EntityType, kinds: Kinds, properties: PropertySet = []
    ) -> Int {
        makeUnique()
        let entry = Entry(key: key, type: type, kinds: kinds, properties: properties)
        buffers.pointee.entries.append(entry)
        return entryCount - 1
    }

    /// Appends an entry of a reference entity whose type's name is at
    /// `typePosition` of the side table, and returns its position.
    public mutating func appendReference(
        key: EntityKey, typePosition: Int, kinds: Kinds
    ) -> Int {
        makeUnique()
        var entry = Entry(key: key, type: .reference, kinds: kinds, properties: [])
        entry.typePosition = UInt32(typePosition)
        buffers.pointee.entries.append(entry)
        return entryCount - 1
    }

    /// What happened so far to the entity at `position`.
    @inlinable
    public func kinds(at position: Int) -> Kinds { buffers.pointee.entries[position].kinds }

    /// Notes that properties of the entity at `position` were updated. No
    /// effect on one that was inserted by this frame: it is new as a whole.
    @inlinable
    public mutating func noteUpdate(at position: Int, properties: PropertySet) {
        edit(position) {
            guard !$0.kinds.contains(.inserted) else { return }
            $0.kinds.insert(.updated)
            $0.properties.formUnion(properties)
        }
    }

    /// Notes that a property of the reference entity at `position` was updated.
    ///
    /// - Complexity: O(properties updated so far).
    public mutating func noteReferenceUpdate(at position: Int, key: UnsafeRawBufferPointer) {
        let entry = buffers.pointee.entries[position]
        guard !entry.kinds.contains(.inserted) else { return }
        var link = entry.lastKey
        while link != .max {
            if equalBytes(bytes(at: Int(buffers.pointee.keys[Int(link)].text)), key) { return }
            link = buffers.pointee.keys[Int(link)].previous
        }
        makeUnique()
        appendOwnedReferenceUpdate(at: position, key: key)
    }

    /// Notes that the entity at `position` was removed. One that this frame
    /// had inserted leaves no trace, unless it was there before as well.
    @inlinable
    public mutating func noteRemoval(at position: Int) {
        edit(position) {
            $0.kinds = $0.kinds.contains(.inserted) ? $0.kinds.intersection(.removed) : .removed
            $0.properties = []
            $0.lastKey = .max
        }
    }

    /// Notes that the entity at `position` came (back) into being.
    @inlinable
    public mutating func noteInsertion(at position: Int) {
        edit(position) { $0.kinds.insert(.inserted) }
    }

    @inlinable
    internal mutating func edit(_ position: Int, _ body: (inout Entry) -> Void) {
        makeUnique()
        assert(position >= 0 && position < entryCount)
        body(&(buffers.pointee.entries.pointer + position).pointee)
    }
}

// MARK: - Writing by the store

extension ChangeSet {
    /// The entry at `position`, if it is that of the owner's `row`.
    @inlinable @inline(__always)
    package func isEntry(at position: Int, of type: EntityType, row: UInt32) -> Bool {
        guard position < entryCount else { return false }
        let entry = buffers.pointee.entries.pointer + position
        return entry.pointee.row == row && entry.pointee.type == type
    }

    @inlinable @inline(__always)
    package func entry(at position: Int) -> Entry { buffers.pointee.entries[position] }

    /// Makes the entry at `position` that of the owner's `row`.
    @inlinable @inline(__always)
    package func setRow(_ row: UInt32, ofEntryAt position: Int) {
        (buffers.pointee.entries.pointer + position).pointee.row = row
    }

    /// Whether the entry at a position, which may be any number, is that of a row.
    @inlinable @inline(__always)
    package func isEntry(_ position: Int, ofRow row: UInt32, _ type: EntityType) -> Bool {
        guard position < entryCount else { return false }
        let entry = buffers.pointee.entries.pointer + position
        return entry.pointee.row == row && entry.pointee.type == type
    }

    /// Appends an entry where no copy was made since `begin`.
    @inlinable @inline(__always)
    package func appendOwned(_ entry: Entry) -> Int {
        buffers.pointee.entries.append(entry)
        return entryCount &- 1
    }

    /// `noteReferenceUpdate` of a property that is known not to be noted yet, where no
    /// copy was made since `begin`.
    ///
    /// - Complexity: O(bytes of the key).
    package func appendOwnedReferenceUpdate(at position: Int, key: UnsafeRawBufferPointer) {
        let entry = buffers.pointee.entries.pointer + position
        guard !entry.pointee.kinds.contains(.inserted) else { return }
        buffers.pointee.keys.append(
            ChangeSetBuffers.KeyLink(
                text: UInt32(appendOwnedText(key)), previous: entry.pointee.lastKey))
        entry.pointee.kinds.insert(.updated)
        entry.pointee.lastKey = UInt32(buffers.pointee.keys.count - 1)
    }

    /// Puts a text into the side table and returns its position, where no copy was
    /// made since `begin`.
    @inline(__always)
    private func appendOwnedText(_ text: UnsafeRawBufferPointer) -> Int {
        let start = UInt32(buffers.pointee.utf8.count)
        buffers.pointee.texts.append(
            ChangeSetBuffers.TextRange(start: start, count: UInt32(text.count)))
        if let base = text.baseAddress?.assumingMemoryBound(to: UInt8.self) {
            buffers.pointee.utf8.append(from: base, count: text.count)
        }
        return buffers.pointee.texts.count - 1
    }
}
