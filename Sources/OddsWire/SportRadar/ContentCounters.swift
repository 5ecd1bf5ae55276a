import OddsModel

/// What became of the elements of one content that no frame of its channel counts.
public struct ContentCounters: Equatable, Sendable {
    /// Changes dropped for want of a `REFRESHED` (SR-C3).
    public internal(set) var changesBeforeRefreshed = 0
    /// Changes that fit no row of the contract and are ignored (SR-U3).
    public internal(set) var changesIgnored = 0
    /// Elements rejected outside of an update: a `REFRESHED`, or one that came before it
    /// (SR-C6).
    public internal(set) var elementsRejected = 0
    /// The numbers of ignored changes by label, in order of first appearance.
    public internal(set) var ignoredLabels: [IgnoredLabel] = []

    /// All zero.
    public init() {}

    /// The maximum number of labels that are counted separately.
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

    /// The number of ignored changes with labels that are not counted separately.
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
