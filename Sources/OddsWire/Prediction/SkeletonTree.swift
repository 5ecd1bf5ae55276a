import CWire
import OddsModel

/// The content of a gap in a skeleton. The raw values are those of `CWire`.
enum GapKind: UInt8, BitwiseCopyable {
    /// The text of the record's id, up to its closing quote.
    case id
    /// The id repeated by the entity inside a CREATE, likewise.
    case repeatedID
    /// Text with its closing quote.
    case text
    case integer
    case number
    case boolean
    /// Empty: the constant before the gap ended with a property's `null`.
    case null
    /// A value of any kind that is ignored.
    case ignored
    /// A value of any kind that is kept as text.
    case referenceValue
    /// Empty: the end of the record.
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
    /// For `referenceValue`: how many bytes before the gap the name of the
    /// property begins, and its length.
    var nameOffset: UInt32 = 0
    var nameCount: UInt32 = 0
    /// For `end`: the index into the tree's `ends`.
    var end: UInt32 = 0
    /// In a run: the index of the property's value among the record's slots.
    var rank: UInt8 = 0
    /// In a run: the index, into the tree's `runs`, of the next step in a ring
    /// of alternatives. These are steps of other runs after the same steps.
    var alternative: Int32 = 0
    /// In a run: the number of digits of the last value read.
    var width: UInt8 = 0
    /// In a run: whether the values observed differ, a hash of the last one, and
    /// how many digits each text among them was made of; 0: not of digits alone.
    var varies = true
    var sample: UInt32 = 0
    var textDigits: UInt8 = 0
    /// In a run: where the gap was in the last record that was read step by step,
    /// from the record's start.
    var gapStart: Int32 = 0
    var gapEnd: Int32 = 0

    /// Writes the slots of a reference entity's property: its name, which is in
    /// the constant before the gap, and its value, which is in `range`.
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

    /// Whether two steps of runs are equal in everything that affects the steps
    /// after them.
    func isSame(as other: SkeletonStep) -> Bool {
        constantStart == other.constantStart && hasSameGap(as: other) && rank == other.rank
    }

    /// Whether two steps are equal except for their constants.
    func hasSameGap(as other: SkeletonStep) -> Bool {
        kind == other.kind && property == other.property && depth == other.depth
            && nameOffset == other.nameOffset && nameCount == other.nameCount
    }
}

/// The result of a record that matches a skeleton to its end. The properties
/// are as in `BatchRecord`.
struct SkeletonEnd: BitwiseCopyable {
    var operation: RecordOperation
    var type: EntityType
    var present: UInt32 = 0
    var cleared: UInt32 = 0
    /// The number of the record's slots.
    var slotCount: UInt8 = 0
    /// The start of the skeleton's steps in the tree's `runs`; negative if it
    /// has none there.
    var runStart: Int32 = -1
    /// How often its records were observed, and how often segments were made.
    var observationCount: UInt8 = 0
    var compileCount: UInt8 = 0
    /// Records that fitted the run, but no segments.
    var slowCount: UInt32 = 0
    /// Whether the properties that have slots are in ascending order.
    var isAscending = true
    /// For reference entities: the step whose constant contains the name of the
    /// type, and the name's offset and length in it.
    var typeNameStep: UInt8 = 0
    var typeNameOffset: UInt32 = 0
    var typeNameCount: UInt32 = 0

    /// Whether a store needs all that it has of a record's entity. Integers and numbers
    /// are apart from the rest.
    func needsWholeRow(in messageType: MessageType) -> Bool {
        guard type != .reference else { return false }
        switch operation {
        // What a dump has was mostly there before.
        case .put: return messageType == .initialDump
        case .patch:
            let words = Schema.textSlotCount(of: type)..<Schema.slotCount(of: type)
            let others = ~((1 << UInt32(words.upperBound)) - (1 << UInt32(words.lowerBound)))
            return (present | cleared) & UInt32(truncatingIfNeeded: others) != 0
        case .remove: return true
        }
    }

    /// Whether the name of a reference entity's type is before all gaps, and so always
    /// in the same place.
    var hasEarlyTypeName: Bool { type == .reference && typeNameStep == 0 }
}

/// The skeletons of one kind of frame: the shapes of its records so far, as a
/// tree in which shapes that begin alike share their steps.
///
/// A skeleton is learned from a record that the general parser has read. It has
/// the bytes that other records of its kind will have too (braces, keys, type
/// names, white space), and gaps where they will differ. A record that matches
/// a skeleton is legal, and its result is that of the general parser; all other
/// records are left to the general parser. Allocates while it learns. One
/// thread owns it.
struct SkeletonTree: ~Copyable {
    struct Node: BitwiseCopyable {
        var step: SkeletonStep
        var firstChild = noNode
        var nextSibling = noNode
        /// How often the step matched without being the first of its siblings,
        /// since it was last moved to the front.
        var hits: UInt32 = 0
    }

    /// A matched step, to backtrack to if the next ones do not match.
    struct Trail: BitwiseCopyable {
        var node: Int32
        var slotCount: Int32
        /// Where the step's constant begins in the text.
        var start: Int
    }

    static let noNode: Int32 = -1

    var nodes = GrowableBuffer<Node>(capacity: 64)
    var ends = GrowableBuffer<SkeletonEnd>(capacity: 16)
    /// The steps of each skeleton again, as a contiguous run.
    var runs = GrowableBuffer<SkeletonStep>(capacity: 64)
    /// What the records are read by.
    var compiled: CompiledShapes
    /// How frames and runs of records are read.
    let frame: UnsafeMutablePointer<WireFrame>
    /// The constant bytes, each constant padded with zeros to whole words.
    var constants = GrowableBuffer<UInt8>(capacity: 1024)
    var firstNode = noNode
    let trail: UnsafeMutablePointer<Trail>
    /// Records that were not learned because the tree was full.
    var missCount = 0
    /// Backoff for records that cannot be learned: after each, the tree passes
    /// over twice as many records as before until it tries again.
    var passedOverCount = 0
    var passOverCount = 0

    init(_ options: PredictionOptions) {
        compiled = CompiledShapes(options)
        frame = .allocate(capacity: 1)
        frame.initialize(to: WireFrame())
        frame.pointee.run.last = -1
        trail = .allocate(capacity: PredictionLimits.stepsMax)
        trail.initialize(
            repeating: Trail(node: Self.noNode, slotCount: 0, start: 0),
            count: PredictionLimits.stepsMax)
        withUnsafeBytes(of: (UInt8(ascii: ","), UInt8(ascii: "{"))) {
            expectSeparator($0.baseAddress!.assumingMemoryBound(to: UInt8.self), count: 1)
        }
    }

    deinit {
        trail.deallocate()
        frame.deallocate()
    }

    /// What runs of records are read by and into, behind a pointer that C is given.
    var run: UnsafeMutablePointer<WireRun> {
        // The first member of the frame.
        UnsafeMutableRawPointer(frame).assumingMemoryBound(to: WireRun.self)
    }

    /// Expects records to be separated by the `count` bytes at `text`, at most seven,
    /// and the bracket behind them.
    func expectSeparator(_ text: UnsafePointer<UInt8>, count: Int) {
        var word: UInt64 = 0
        for index in 0...count { word |= UInt64(text[index]) << UInt64(8 * index) }
        run.pointee.separator = word
        run.pointee.separatorMask = .max >> UInt64(64 - 8 * (count + 1))
        run.pointee.separatorCount = UInt32(count)
    }

    /// The skeleton of the previous record, as an index into `ends`; negative
    /// if there is none.
    var lastEnd: Int {
        get { Int(run.pointee.last) }
        nonmutating set { run.pointee.last = Int64(newValue) }
    }

    mutating func removeAll() {
        nodes.truncate(to: 0)
        ends.truncate(to: 0)
        runs.truncate(to: 0)
        compiled.removeAll()
        lastEnd = -1
        constants.truncate(to: 0)
        firstNode = Self.noNode
        missCount = 0
    }
}

/// Limits on learning, so that unusual traffic costs little memory and time.
enum PredictionLimits {
    /// Steps per skeleton; the longest of EM's records (MATCH) has about 40.
    static let stepsMax = 96
    /// Slots of a record that is read in a run: more than any typed record has.
    static let runSlotsMax = 120
    /// From this width on a number's width hardly ever changes, and is expected.
    static let fixedDigitsMin = 10
    /// How often the segments of a skeleton are made.
    static let compilesMax: UInt8 = 24
    /// How often the values of a skeleton are looked at.
    static let observationsMax: UInt8 = 3
    /// The longest value that can become constant.
    static let foldedBytesMax = 96
    /// Skeletons per message type; recorded traffic has about 40.
    static let skeletonsMax = 256
    /// The size of a record to learn from; EM's longest have about 2,000 bytes.
    static let recordBytesMax = 8 << 10
    /// Steps tried per record before it is left to the general parser.
    static let triesMax = 512
    /// How often a step matches before it is moved ahead of its siblings.
    static let promotionHits = 64
    /// The most records passed over after one that cannot be learned.
    static let passOverMax = 1024
    /// Records that match no skeleton before a full tree is cleared, to adapt
    /// to changed traffic.
    static let missesMax = 4096
    /// Shapes of frames.
    static let frameSkeletonsMax = 4
    /// Whole frames, one for each shape and each width of its version.
    static let wholeFramesMax = 16
}
