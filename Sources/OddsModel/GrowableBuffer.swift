/// A buffer of trivial elements that grows by doubling and never shrinks.
///
/// It is what the hot path has instead of `Array`: uniquely owned, hence no
/// reference counts, no uniqueness checks and no exclusivity checks; bounds
/// are asserted in debug builds only. It allocates when it grows and at no
/// other time. One thread owns it.
@frozen
@usableFromInline
package struct GrowableBuffer<Element: BitwiseCopyable>: ~Copyable {
    @usableFromInline internal var base: UnsafeMutablePointer<Element>
    @usableFromInline internal var capacityStorage: Int
    @usableFromInline internal var countStorage: Int

    @inlinable
    package init(capacity: Int = 0) {
        capacityStorage = Swift.max(capacity, 1)
        base = .allocate(capacity: capacityStorage)
        countStorage = 0
    }

    @inlinable
    deinit { base.deallocate() }

    @inlinable package var count: Int { countStorage }
    @inlinable package var capacity: Int { capacityStorage }
    @inlinable package var isEmpty: Bool { countStorage == 0 }

    /// The first element's address; valid until the buffer grows.
    @inlinable package var pointer: UnsafeMutablePointer<Element> { base }

    @inlinable
    package subscript(index: Int) -> Element {
        get {
            assert(index >= 0 && index < countStorage)
            return base[index]
        }
        nonmutating set {
            assert(index >= 0 && index < countStorage)
            base[index] = newValue
        }
    }

    /// - Complexity: amortized O(1).
    @inlinable
    package mutating func append(_ element: Element) {
        if countStorage == capacityStorage { grow(to: countStorage + 1) }
        (base + countStorage).initialize(to: element)
        countStorage += 1
    }

    /// Appends `added` elements.
    ///
    /// - Complexity: amortized O(`added`).
    @inlinable
    package mutating func append(from source: UnsafePointer<Element>, count added: Int) {
        reserve(countStorage + added)
        (base + countStorage).initialize(from: source, count: added)
        countStorage += added
    }

    /// Makes room for `added` elements behind the last one and returns the
    /// position of the first; their values are undefined.
    @inlinable
    package mutating func extend(by added: Int) -> Int {
        reserve(countStorage + added)
        countStorage += added
        return countStorage - added
    }

    /// Takes over `added` elements that were written behind the last one, where
    /// `reserve` had made room.
    @inlinable
    package mutating func extendWithin(by added: Int) {
        assert(countStorage + added <= capacityStorage)
        countStorage &+= added
    }

    @inlinable
    package mutating func removeLast() -> Element {
        assert(countStorage > 0)
        countStorage -= 1
        return base[countStorage]
    }

    /// Keeps the first `newCount` elements and the memory.
    @inlinable
    package mutating func truncate(to newCount: Int) {
        assert(newCount <= countStorage)
        countStorage = newCount
    }

    /// Makes sure that `minimum` elements fit.
    @inlinable
    package mutating func reserve(_ minimum: Int) {
        if minimum > capacityStorage { grow(to: minimum) }
    }

    /// `reserve` where so many elements are about to be appended.
    package mutating func populate(_ minimum: Int) {
        if minimum <= capacityStorage { return }
        grow(to: minimum)
        let free = base + countStorage
        HugePages.populate(
            free, byteCount: (minimum - countStorage) * MemoryLayout<Element>.stride)
    }

    /// Most buffers that get an element get more.
    private static var grownCapacityMin: Int { 16 }

    @usableFromInline
    internal mutating func grow(to minimum: Int) {
        let newCapacity = Swift.max(minimum, capacityStorage * 2, Self.grownCapacityMin)
        let memory = HugePages.allocate(byteCount: newCapacity * MemoryLayout<Element>.stride)
        let newBase = memory.bindMemory(to: Element.self, capacity: newCapacity)
        newBase.moveInitialize(from: base, count: countStorage)
        base.deallocate()
        base = newBase
        capacityStorage = newCapacity
    }
}
