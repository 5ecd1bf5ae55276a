/// Frames in order of number, each once, with their cost in memory.
struct FrameQueue: Sendable {
    /// What a frame costs beside its bytes.
    static let overhead = 128

    private(set) var frames: [FleetFrame] = []
    private(set) var byteCount = 0

    var isEmpty: Bool { frames.isEmpty }
    var first: FleetFrame? { frames.first }
    var last: FleetFrame? { frames.last }

    static func cost(of frame: FleetFrame) -> Int { frame.bytes.count + overhead }

    /// Adds a frame, unless one of its number is there.
    ///
    /// - Complexity: O(1) behind the last, else O(frames).
    mutating func insert(_ frame: FleetFrame) -> Bool {
        var index = frames.count
        if let last, frame.number <= last.number {
            index = firstIndex(from: frame.number)
            if frames[index].number == frame.number { return false }
        }
        frames.insert(frame, at: index)
        byteCount += Self.cost(of: frame)
        return true
    }

    /// Removes the frames below a number.
    ///
    /// - Complexity: O(frames).
    mutating func removeAll(below number: UInt64) {
        let count = firstIndex(from: number)
        byteCount -= frames[..<count].reduce(0) { $0 + Self.cost(of: $1) }
        frames.removeFirst(count)
    }

    /// Removes the frames above a number.
    ///
    /// - Returns: how many were removed.
    mutating func removeAll(above number: UInt64) -> Int {
        let count = frames.count
        while let last, last.number > number { removeLast() }
        return count - frames.count
    }

    mutating func removeLast() { byteCount -= Self.cost(of: frames.removeLast()) }

    /// Removes the lowest frames until the others cost no more than `bytesMax`.
    ///
    /// - Returns: how many were removed.
    /// - Complexity: O(frames).
    mutating func removeLowest(downTo bytesMax: Int) -> Int {
        var count = 0
        while byteCount > bytesMax, count < frames.count {
            byteCount -= Self.cost(of: frames[count])
            count += 1
        }
        frames.removeFirst(count)
        return count
    }

    /// Removes and returns the frames that follow a number without a gap, as many as cost no
    /// more than `bytesMax`.
    ///
    /// - Complexity: O(frames).
    mutating func takeAll(following number: UInt64, costing bytesMax: Int = .max) -> [FleetFrame] {
        var next = number + 1
        var byteCount = 0
        let run = frames.prefix { frame in
            guard frame.number == next, byteCount + Self.cost(of: frame) <= bytesMax else {
                return false
            }
            next += 1
            byteCount += Self.cost(of: frame)
            return true
        }
        self.byteCount -= byteCount
        frames.removeFirst(run.count)
        return Array(run)
    }

    private func firstIndex(from number: UInt64) -> Int {
        var (low, high) = (0, frames.count)
        while low < high {
            let middle = (low + high) / 2
            if frames[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
