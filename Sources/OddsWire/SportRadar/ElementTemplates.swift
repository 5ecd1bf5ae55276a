import CWire
import OddsModel

/// The templates of a translator. An element that fits one is read by comparing known
/// bytes in wide steps and reading only what varies; all others are read in general. What
/// is read is the same either way.
///
/// Allocates while it learns. One thread owns it.
struct ElementTemplates: ~Copyable {
    static let countMax = 32

    private let templates: UnsafeMutablePointer<ElementTemplate>
    private(set) var count = 0
    /// How many steps two templates share: that of the first times `countMax`, and that of
    /// the second.
    private var shared: [UInt8]
    /// The template that followed each one last.
    private let successors: UnsafeMutablePointer<UInt8>
    /// By template and step: the one that fitted last where this one did not fit from that
    /// step on.
    private let alternatives: UnsafeMutablePointer<UInt8>
    private var last = 0
    /// How long an element is at most that fits one of them.
    private var byteCountMax = 0
    /// The template that is replaced next.
    private var oldest = 0
    private let values: UnsafeMutablePointer<WireGapValue>
    /// Room for the last element of a frame, as behind it nothing can be read.
    private let padded: UnsafeMutablePointer<UInt8>
    private static var alternativeCount: Int { countMax * ElementTemplate.stepCountMax }
    private static var paddedCount: Int {
        ElementTemplate.byteCountMax + ElementTemplate.stepCountMax * Int(WireGapMax)
            + Int(WireGapMax)
    }

    init() {
        templates = .allocate(capacity: Self.countMax)
        shared = Array(repeating: 0, count: Self.countMax * Self.countMax)
        successors = .allocate(capacity: Self.countMax)
        successors.initialize(repeating: 0, count: Self.countMax)
        alternatives = .allocate(capacity: Self.alternativeCount)
        alternatives.initialize(repeating: 0, count: Self.alternativeCount)
        values = .allocate(capacity: ElementTemplate.stepCountMax)
        values.initialize(repeating: WireGapValue(), count: ElementTemplate.stepCountMax)
        padded = .allocate(capacity: Self.paddedCount)
        padded.initialize(repeating: 0, count: Self.paddedCount)
    }

    deinit {
        templates.deinitialize(count: count)
        templates.deallocate()
        successors.deallocate()
        alternatives.deallocate()
        values.deallocate()
        padded.deallocate()
    }

    // MARK: Matching

    /// Reads the element at `offset` if it fits a template, and moves behind it.
    ///
    /// - Complexity: O(bytes), where the element looks like one before.
    @inline(__always)
    mutating func match(_ scanner: JSONScanner, _ offset: inout Int) -> ContentElement? {
        guard count > 0, let end = find(scanner, offset) else { return nil }
        let element = element(at: offset)
        offset += end
        return element
    }

    /// The template that fits, which is `last` then; returns how long the element is.
    private mutating func find(_ scanner: JSONScanner, _ offset: Int) -> Int? {
        var template = Int(successors[last])
        var text = scanner.base + offset
        let rest = scanner.count - offset
        if rest < byteCountMax + Int(WireGapMax) { text = pad(text, rest) }
        var tried: UInt32 = 0
        var position: Int64 = 0
        var fitting = 0
        while true {
            tried |= 1 << UInt32(template)
            fitting = Int(
                wireElement(
                    templates[template].steps, Int32(fitting), Int32(templates[template].stepCount),
                    text, &position, values))
            if fitting == templates[template].stepCount {
                guard Int(position) <= rest else { return nil }
                successors[last] = UInt8(template)
                last = template
                return Int(position)
            }
            // What fits so far, fits those that begin alike.
            guard let next = next(after: template, steps: fitting, tried) else { return nil }
            template = next
        }
    }

    /// A template that has not been tried, and shares so many steps: the one that was taken
    /// here last, if it can be.
    private func next(after template: Int, steps: Int, _ tried: UInt32) -> Int? {
        let place = template * ElementTemplate.stepCountMax + steps
        let usual = Int(alternatives[place])
        if isNext(usual, after: template, steps, tried) { return usual }
        for other in 0..<count where isNext(other, after: template, steps, tried) {
            alternatives[place] = UInt8(other)
            return other
        }
        return nil
    }

    @inline(__always)
    private func isNext(_ other: Int, after template: Int, _ steps: Int, _ tried: UInt32) -> Bool {
        tried & 1 << UInt32(other) == 0
            && Int(shared[template * Self.countMax + other]) >= steps
    }

    /// Copies what is left of a frame to where zeros follow it.
    private func pad(
        _ text: UnsafePointer<UInt8>, _ rest: Int
    ) -> UnsafePointer<UInt8> {
        let count = min(rest, byteCountMax)
        padded.update(from: text, count: count)
        (padded + count).update(repeating: 0, count: Int(WireGapMax))
        return UnsafePointer(padded)
    }

    /// What the gaps of the template say that fits.
    private func element(at offset: Int) -> ContentElement {
        var element = ContentElement()
        element.isPredicted = true
        element.type = templates[last].type
        element.prices.isSuspended = templates[last].isSuspended
        let places = templates[last].places
        let id = values[Int(places.contentID)]
        element.idStart = Int32(offset) + id.start
        element.idCount = id.count
        element.selection = EntityKey(
            rawValue: EntityKey.dottedBase + values[Int(places.selection)].value)
        if places.up >= 0 { element.prices.up = values[Int(places.up)].value }
        if places.down >= 0 { element.prices.down = values[Int(places.down)].value }
        if places.isTradable >= 0 {
            element.prices.isTradable = values[Int(places.isTradable)].value != 0
        }
        return element
    }

    // MARK: Learning

    /// Keeps a template, in place of the oldest one if there are too many.
    mutating func add(_ template: consuming ElementTemplate) {
        let place: Int
        if count < Self.countMax {
            place = count
            count += 1
        } else {
            place = oldest
            oldest = (oldest + 1) % Self.countMax
            (templates + place).deinitialize(count: 1)
        }
        byteCountMax = max(byteCountMax, template.byteCount)
        (templates + place).initialize(to: template)
        for other in 0..<count {
            let steps = UInt8(templates[place].sharedStepCount(with: templates[other]))
            shared[place * Self.countMax + other] = steps
            shared[other * Self.countMax + place] = steps
        }
    }
}
