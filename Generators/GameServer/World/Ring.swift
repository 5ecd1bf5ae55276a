/// The last of what was appended.
struct Ring<Element: Sendable>: Sendable {
    private var slots: [Element] = []
    private var oldest = 0
    /// How many are kept.
    private(set) var countMax: Int

    /// - Parameter countMax: At least 1.
    init(countMax: Int) { self.countMax = countMax }

    /// What is kept, in order.
    ///
    /// - Complexity: O(elements).
    var elements: [Element] { Array(slots[oldest...] + slots[..<oldest]) }

    /// - Complexity: O(1).
    mutating func append(_ element: Element) {
        if slots.count < countMax {
            slots.append(element)
        } else {
            slots[oldest] = element
            oldest = (oldest + 1) % countMax
        }
    }

    /// Keeps more from now on.
    ///
    /// - Complexity: O(elements).
    mutating func grow(to countMax: Int) {
        guard countMax > self.countMax else { return }
        slots = elements
        oldest = 0
        self.countMax = countMax
    }
}
