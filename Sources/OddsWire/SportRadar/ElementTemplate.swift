import CWire
import OddsModel

/// What an element of changed prices looks like: known bytes, and gaps between them for
/// all that may differ from one to the next.
struct ElementTemplate: ~Copyable {
    /// What a gap's value is for.
    enum Role: UInt8, BitwiseCopyable {
        case contentID
        case selection
        case up
        case down
        case isTradable
        /// Nothing: an id that stands elsewhere too.
        case passed
        /// Nothing: the element's end.
        case end
    }

    static let stepCountMax = 24
    static let byteCountMax = 1_024

    let steps: UnsafeMutablePointer<WireElementStep>
    private let bytes: UnsafeMutablePointer<UInt8>
    let roles: UnsafeMutablePointer<Role>
    private(set) var stepCount = 0
    /// The type of the content.
    let type: ContentType
    /// What the known bytes say of the selection's suspension.
    let isSuspended: Bool?
    /// How long the element is at most.
    private(set) var byteCount = 0
    private var knownCount = 0

    init(type: ContentType, isSuspended: Bool?) {
        self.type = type
        self.isSuspended = isSuspended
        steps = .allocate(capacity: Self.stepCountMax)
        roles = .allocate(capacity: Self.stepCountMax)
        // As steps of any count of bytes are compared in words.
        bytes = .allocate(capacity: Self.byteCountMax + 8 * (Self.stepCountMax + 1))
        bytes.initialize(repeating: 0, count: Self.byteCountMax + 8 * (Self.stepCountMax + 1))
    }

    deinit {
        steps.deallocate()
        roles.deallocate()
        bytes.deallocate()
    }

    private static func byteCountMax(ofGap gap: Int) -> Int {
        switch gap {
        case Int(WireGapID), Int(WireGapPassedID): 21
        case Int(WireGapText): Int(WireGapTextMax)
        case Int(WireGapDigits), Int(WireGapInteger): 15
        case Int(WireGapBoolean): 5
        default: 0
        }
    }

    /// Adds known bytes and what varies behind them. Returns false where there is no room.
    mutating func append(_ known: UnsafeRawBufferPointer, _ gap: Int, _ role: Role) -> Bool {
        guard stepCount < Self.stepCountMax, byteCount + known.count <= Self.byteCountMax else {
            return false
        }
        let start = bytes + knownCount
        UnsafeMutableRawPointer(start).copyMemory(from: known.baseAddress!, byteCount: known.count)
        (steps + stepCount).initialize(
            to: WireElementStep(bytes: start, count: Int32(known.count), gap: Int32(gap)))
        (roles + stepCount).initialize(to: role)
        stepCount += 1
        knownCount += known.count + 8
        byteCount += known.count + Self.byteCountMax(ofGap: gap)
        return true
    }

    /// How many steps from the first on are those of another template.
    func sharedStepCount(with other: borrowing ElementTemplate) -> Int {
        guard type == other.type else { return 0 }
        for index in 0..<min(stepCount, other.stepCount) {
            let (own, its) = (steps[index], other.steps[index])
            guard own.gap == its.gap, own.count == its.count,
                equalBytes(own.bytes, its.bytes, Int(own.count))
            else { return index }
        }
        return min(stepCount, other.stepCount)
    }
}
