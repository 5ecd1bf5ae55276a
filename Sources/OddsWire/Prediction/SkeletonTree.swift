import OddsModel

/// What stands in a record where its skeleton has a gap.
enum GapKind: UInt8, BitwiseCopyable {
    /// The text of the record's id, without the closing quote.
    case id
    /// The same of the id that the entity inside a CREATE repeats.
    case repeatedID
    /// Text and its closing quote.
    case text
    case integer
    case number
    case boolean
    /// Nothing: the constant part before the gap ended in a property's `null`.
    case null
    /// A value of any kind that the record ignores.
    case ignored
    /// A value of any kind, to be kept as text.
    case referenceValue
    /// Nothing: the record has ended.
    case end
}

/// A step of a skeleton: constant bytes, and the gap that follows.
struct SkeletonStep: BitwiseCopyable {
    /// The constant bytes, as a range of the tree's `constants`.
    var constantStart: UInt32 = 0
    var constantCount: UInt32 = 0
    var kind: GapKind
    /// The property that the gap belongs to, if any.
    var property: UInt8 = 0
    /// The number of containers around the gap.
    var depth: UInt8 = 0
    /// For `referenceValue`: how many bytes before the gap the property's name
    /// begins, and how many it has.
    var nameOffset: UInt32 = 0
    var nameCount: UInt32 = 0
    /// For `end`: the position in the tree's `ends`.
    var end: UInt32 = 0
    /// In a run: the place of the property's value among the record's slots.
    var rank: UInt8 = 0
    /// In a run: the next in a ring of steps that follow the same steps in other
    /// runs, as a position in the tree's `runs`.
    var alternative: Int32 = 0
    /// In a run: how many digits the value had that was read last.
    var width: UInt8 = 0

    /// Writes the slots of a reference entity's property: its name, which is in
    /// the constant before the gap, and its value, which is `range`.
    @inline(__always)
    func noteReference(
        _ range: Range<Int>, _ scanner: JSONScanner, _ slots: UnsafeMutablePointer<UInt64>
    ) {
        let name = BatchText(
            start: range.lowerBound &- Int(nameOffset), count: Int(nameCount),
            isInArena: false)
        let value = BatchText(
            start: range.lowerBound, count: range.count, isInArena: false)
        slots[0] = name.rawValue
        slots[1] = (scanner.isNull(range.lowerBound) ? BatchText.null : value).rawValue
    }

    /// Whether two steps of runs are the same in all that counts for those that
    /// follow.
    func isSame(as other: SkeletonStep) -> Bool {
        constantStart == other.constantStart && hasSameGap(as: other) && rank == other.rank
    }

    /// Whether two steps read the same, their constants apart.
    func hasSameGap(as other: SkeletonStep) -> Bool {
        kind == other.kind && property == other.property && depth == other.depth
            && nameOffset == other.nameOffset && nameCount == other.nameCount
    }
}

/// What a record is that ran through a skeleton to its end; the properties as
/// in `BatchRecord`.
struct SkeletonEnd: BitwiseCopyable {
    var operation: RecordOperation
    var type: EntityType
    var present: UInt32 = 0
    var cleared: UInt32 = 0
    /// How many slots the record has.
    var slotCount: UInt8 = 0
    /// Where the skeleton's steps begin in the tree's `runs`; negative: it has
    /// none there.
    var runStart: Int32 = -1
    /// Whether the properties that have slots come in ascending order.
    var isAscending = true
    /// For reference entities: the step in whose constant the type's name
    /// stands, and where.
    var typeNameStep: UInt8 = 0
    var typeNameOffset: UInt32 = 0
    var typeNameCount: UInt32 = 0
}

/// The skeletons of one kind of frame: what records looked like so far, as a
/// tree in which those that begin alike share their steps.
///
/// A skeleton is learned from a record that the general parser read. It has
/// the bytes that other records of its kind will have too (braces, keys, type
/// names, white space), and gaps where they will differ. What fits a skeleton
/// is legal and means what the general parser would say; what doesn't is left
/// to that one. Allocates while it learns. One thread owns it.
struct SkeletonTree: ~Copyable {
    struct Node: BitwiseCopyable {
        var step: SkeletonStep
        var firstChild = noNode
        var nextSibling = noNode
        /// How often the step fitted, not being the first of its siblings,
        /// since it was moved last.
        var hits: UInt32 = 0
    }

    /// A step taken, to be taken back if what follows does not fit.
    struct Trail: BitwiseCopyable {
        var node: Int32
        var slotCount: Int32
        /// Where the step's constant begins.
        var start: Int
    }

    static let noNode: Int32 = -1

    var nodes = GrowableBuffer<Node>(capacity: 64)
    var ends = GrowableBuffer<SkeletonEnd>(capacity: 16)
    /// The steps of each skeleton once more, in a straight run.
    var runs = GrowableBuffer<SkeletonStep>(capacity: 64)
    /// What may follow each skeleton: see `successor`.
    var successors = GrowableBuffer<Int32>(capacity: 64)
    /// The skeleton of the record before, as a position in `ends`; negative:
    /// none.
    var lastEnd = -1
    /// The constant bytes, each run padded with zeros to whole words.
    var constants = GrowableBuffer<UInt8>(capacity: 1024)
    var firstNode = noNode
    let trail: UnsafeMutablePointer<Trail>
    /// Records that were not learned as the tree was full.
    var missCount = 0
    /// Records in odd forms cannot be learned. After each the tree passes over
    /// twice as many as before until it tries again.
    var passedOverCount = 0
    var passOverCount = 0

    init() {
        trail = .allocate(capacity: PredictionLimits.stepsMax)
        trail.initialize(
            repeating: Trail(node: Self.noNode, slotCount: 0, start: 0),
            count: PredictionLimits.stepsMax)
    }

    deinit { trail.deallocate() }

    mutating func removeAll() {
        nodes.truncate(to: 0)
        ends.truncate(to: 0)
        runs.truncate(to: 0)
        successors.truncate(to: 0)
        lastEnd = -1
        constants.truncate(to: 0)
        firstNode = Self.noNode
        missCount = 0
    }
}

/// Bounds on what is learned, so that odd traffic costs neither memory nor
/// much time.
enum PredictionLimits {
    /// Steps of a skeleton; the longest of EM's records (MATCH) has about 40.
    static let stepsMax = 96
    /// Slots of a record that is read in a straight run: more than any typed
    /// one has.
    static let runSlotsMax = 128
    /// Skeletons of one message type; the recorded traffic has about 40.
    static let skeletonsMax = 256
    /// Bytes of a record that is learned from; EM's longest have about 2,000.
    static let recordBytesMax = 8 << 10
    /// Steps tried for one record before it goes to the general parser.
    static let triesMax = 512
    /// How often a step fits before it is tried before its siblings.
    static let promotionHits = 64
    /// Records passed over, at the most, after one that cannot be learned.
    static let passOverMax = 1024
    /// Records that fit no skeleton before a full tree is cleared, to learn
    /// what the traffic has become.
    static let missesMax = 4096
    /// Shapes of whole frames.
    static let frameSkeletonsMax = 4
}
