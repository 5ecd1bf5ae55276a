import OddsModel

/// What became of the elements of one content that no frame of its channel counts.
public struct ContentCounters: Equatable, Sendable {
    /// Changes dropped for want of a `REFRESHED` (SR-C3).
    public internal(set) var changesBeforeRefreshed = 0
    /// Changes without a meaning (SR-U3).
    public internal(set) var changesIgnored = 0
    /// Elements rejected outside of an update: a `REFRESHED`, or one that came before it
    /// (SR-C6).
    public internal(set) var elementsRejected = 0
    /// How many of the ignored changes have which label, those that came first first.
    public internal(set) var ignoredLabels: [IgnoredLabel] = []

    /// All zero.
    public init() {}

    /// The most labels that are told apart.
    static let labelCountMax = 64

    /// Counts a change that is ignored. Allocates for a new label.
    ///
    /// - Complexity: O(labels).
    mutating func ignore(_ label: UnsafeRawBufferPointer) {
        changesIgnored += 1
        for index in ignoredLabels.indices where label.elementsEqual(ignoredLabels[index].utf8) {
            ignoredLabels[index].count += 1
            return
        }
        if ignoredLabels.count < Self.labelCountMax {
            ignoredLabels.append(IgnoredLabel(utf8: Array(label), count: 1))
        } else {
            otherLabelCount += 1
        }
    }

    /// How many of the ignored changes have a label beyond those that are told apart.
    public internal(set) var otherLabelCount = 0
}

/// How often changes with a label were ignored.
public struct IgnoredLabel: Equatable, Sendable {
    /// The last segment of the changes' paths, as UTF-8 bytes.
    public var utf8: [UInt8]
    /// How many changes there were.
    public var count: Int

    /// The label's text, with U+FFFD for what is no UTF-8.
    public var text: String { String(decoding: utf8, as: UTF8.self) }
}
