import OddsModel

/// What a frame of changes has ahead of its elements, as the last one had it: nearly all
/// have the same. Owned by one thread.
struct FrameBeginning: ~Copyable {
    private static let countMax = 128

    private let bytes: UnsafeMutablePointer<UInt8> = .allocate(capacity: countMax)
    /// The bytes ahead of the array of elements; 0 before there was one.
    private(set) var count = 0
    /// The offset of the frame's type in them.
    private(set) var notificationType = -1

    init() {}

    deinit { bytes.deallocate() }

    /// Whether a text begins like the last one, and has an element.
    @inline(__always)
    func fits(_ scanner: JSONScanner) -> Bool {
        count > 0 && count + 2 < scanner.count && equalBytes(bytes, scanner.base, count)
            && scanner.base[count] == UInt8(ascii: "[")
            && scanner.base[count + 1] == UInt8(ascii: "{")
    }

    /// Keeps how a text begins, if that is short.
    mutating func keep(_ scanner: JSONScanner, _ count: Int, notificationType: Int) {
        guard count <= Self.countMax else { return }
        bytes.update(from: scanner.base, count: count)
        self.count = count
        self.notificationType = notificationType
    }
}
