import OddsModel

/// What is told of the objects and arrays of a text while it is checked.
protocol ContainerObserver {
    /// One begins at this offset.
    func begin(at offset: Int)
    /// The one that began last of those that have not ended ends ahead of this offset.
    func end(at offset: Int)
}

/// Notes nothing.
struct NoContainers: ContainerObserver {
    @inline(__always)
    func begin(at offset: Int) {}
    @inline(__always)
    func end(at offset: Int) {}
}

/// Where the objects and arrays of a frame end that were read in general, so that those within
/// others need not be read over and over to pass them. Does not own its memory, which one
/// thread uses.
struct ContainerEnds: BitwiseCopyable, ContainerObserver {
    private struct Container: BitwiseCopyable {
        var start: Int32
        var end: Int32 = -1
        /// The number of the first one that is not in this one.
        var next: Int32 = 0
    }

    private struct Storage: ~Copyable {
        var containers = GrowableBuffer<Container>(capacity: 64)
        /// The numbers of those that have not ended.
        var open = GrowableBuffer<Int32>(capacity: WireLimits.depthMax)
        /// The one that is probably asked for next.
        var probable = 0
    }

    private let storage: UnsafeMutablePointer<Storage>

    static func allocate() -> ContainerEnds { ContainerEnds() }

    private init() {
        storage = .allocate(capacity: 1)
        storage.initialize(to: Storage())
    }

    func deallocate() {
        storage.deinitialize(count: 1)
        storage.deallocate()
    }

    /// A frame begins.
    func removeAll() {
        storage.pointee.containers.truncate(to: 0)
        storage.pointee.open.truncate(to: 0)
        storage.pointee.probable = 0
    }

    /// Forgets all, and gives the memory back.
    func releaseMemory() { storage.pointee = Storage() }

    func begin(at offset: Int) {
        storage.pointee.open.append(Int32(storage.pointee.containers.count))
        storage.pointee.containers.append(Container(start: Int32(offset)))
    }

    func end(at offset: Int) {
        let number = Int(storage.pointee.open.removeLast())
        let container = storage.pointee.containers.pointer + number
        container.pointee.end = Int32(offset)
        container.pointee.next = Int32(storage.pointee.containers.count)
    }

    /// The end of the container at an offset; `nil` if it was not noted.
    ///
    /// - Complexity: O(1) if the one before it was asked for last, else O(log containers).
    @inline(__always)
    func end(ofContainerAt offset: Int) -> Int? {
        let containers = storage.pointee.containers.pointer
        let count = storage.pointee.containers.count
        let number = storage.pointee.probable
        if number < count, containers[number].start == Int32(offset) {
            storage.pointee.probable = Int(containers[number].next)
            return Int(containers[number].end)
        }
        return search(offset)
    }

    @inline(never)
    private func search(_ offset: Int) -> Int? {
        let containers = storage.pointee.containers.pointer
        var (low, high) = (0, storage.pointee.containers.count)
        while low < high {
            let middle = (low + high) / 2
            if containers[middle].start < Int32(offset) { low = middle + 1 } else { high = middle }
        }
        guard low < storage.pointee.containers.count, containers[low].start == Int32(offset) else {
            return nil
        }
        storage.pointee.probable = Int(containers[low].next)
        return Int(containers[low].end)
    }
}
