import CWire
import OddsModel

/// What an element of a change looks like: known bytes, and gaps between them for all that
/// may differ from one to the next.
struct ElementTemplate: ~Copyable {
    /// What a gap's value is for.
    enum Role: UInt8, BitwiseCopyable {
        case contentID
        case selection
        case up
        case down
        case isTradable
        /// Nothing that is read with the template.
        case passed
        /// Nothing: the element's end.
        case end
    }

    static let stepCountMax = 24
    static let byteCountMax = 1_024

    let steps: UnsafeMutablePointer<WireElementStep>
    private let bytes: UnsafeMutablePointer<UInt8>
    private(set) var stepCount = 0
    /// The steps of the gaps that have a value for something; -1 where there is none.
    private(set) var places = Places()
    /// What the known bytes say, and where members are.
    let known: Known
    /// How long the element is at most.
    private(set) var byteCount = 0
    private var knownCount = 0

    init(_ known: Known) {
        self.known = known
        steps = .allocate(capacity: Self.stepCountMax)
        // As steps of any count of bytes are compared in words.
        bytes = .allocate(capacity: Self.byteCountMax + 8 * (Self.stepCountMax + 1))
        bytes.initialize(repeating: 0, count: Self.byteCountMax + 8 * (Self.stepCountMax + 1))
    }

    deinit {
        steps.deallocate()
        bytes.deallocate()
    }

    private static func byteCountMax(ofGap gap: Int) -> Int {
        switch gap {
        case Int(WireGapID), Int(WireGapPassedID), Int(WireGapSame): 26
        case Int(WireGapText), Int(WireGapSelector): Int(WireGapTextMax)
        case Int(WireGapDigits), Int(WireGapInteger): 15
        case Int(WireGapBoolean): 5
        default: 0
        }
    }

    /// Adds known bytes and what varies behind them. Returns false where there is no room.
    ///
    /// - Parameter earlier: The step whose gap this one repeats, if it does.
    mutating func append(
        _ known: UnsafeRawBufferPointer, _ gap: Int, _ role: Role, earlier: Int = 0
    ) -> Bool {
        guard stepCount < Self.stepCountMax, byteCount + known.count <= Self.byteCountMax else {
            return false
        }
        let start = bytes + knownCount
        UnsafeMutableRawPointer(start).copyMemory(from: known.baseAddress!, byteCount: known.count)
        (steps + stepCount).initialize(
            to: WireElementStep(
                bytes: start, count: Int32(known.count), gap: Int16(gap), earlier: Int16(earlier)))
        places.note(role, stepCount)
        stepCount += 1
        knownCount += known.count + 8
        byteCount += known.count + Self.byteCountMax(ofGap: gap)
        return true
    }

    /// How many steps from the first on are those of another template.
    func sharedStepCount(with other: borrowing ElementTemplate) -> Int {
        guard known.type == other.known.type else { return 0 }
        for index in 0..<min(stepCount, other.stepCount) {
            let (own, its) = (steps[index], other.steps[index])
            guard own.gap == its.gap, own.earlier == its.earlier, own.count == its.count,
                equalBytes(own.bytes, its.bytes, Int(own.count))
            else { return index }
        }
        return min(stepCount, other.stepCount)
    }
}

extension ElementTemplate {
    /// What is the same of all elements that fit.
    struct Known: BitwiseCopyable {
        var form: ContentElement.Form
        /// The type of the content.
        var type: ContentType
        var operation = ContentChangeType.updated
        /// Of changes of prices: what is said of the selection's suspension.
        var isSuspended: Bool?
        // Of other changes:
        var path: KnownPath?
        /// The steps of its ids; -1 behind the last one.
        var pathSteps = SIMD3<Int8>(repeating: -1)
        /// Where the path's value is.
        var pathPlace = Anchor(step: -1, distance: 0)
        /// Where that of what it says is, `nil` if it says nothing.
        var changePlace: Anchor?
    }

    /// A place in an element, so many bytes behind a step, or behind the element's start.
    struct Anchor: BitwiseCopyable {
        /// Negative: the start.
        var step: Int8
        var distance: Int16
    }

    /// The steps of the gaps that have a value for something.
    struct Places: BitwiseCopyable {
        var contentID: Int8 = -1
        var selection: Int8 = -1
        var up: Int8 = -1
        var down: Int8 = -1
        var isTradable: Int8 = -1

        mutating func note(_ role: Role, _ step: Int) {
            switch role {
            case .contentID: contentID = Int8(step)
            case .selection: selection = Int8(step)
            case .up: up = Int8(step)
            case .down: down = Int8(step)
            case .isTradable: isTradable = Int8(step)
            case .passed, .end: break
            }
        }
    }
}
