import CWire
import OddsModel

/// The templates of a translator. An element that fits one is read by comparing known
/// bytes in wide steps and reading only what varies; all others are read in general. What
/// is read is the same either way.
///
/// Allocates while it learns. One thread owns it.
struct ElementTemplates: ~Copyable {
    static let countMax = 64

    private let templates: UnsafeMutablePointer<ElementTemplate>
    private(set) var count = 0
    /// By template and a count of steps: the templates, a bit each, that have so many steps
    /// in common with it, or more.
    private let sharing: UnsafeMutablePointer<UInt64>
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
    private static var stepCounts: Int { ElementTemplate.stepCountMax + 1 }
    private static var placeCount: Int { countMax * stepCounts }
    private static var paddedCount: Int {
        ElementTemplate.byteCountMax + ElementTemplate.stepCountMax * Int(WireGapMax)
            + Int(WireGapMax)
    }

    init() {
        templates = .allocate(capacity: Self.countMax)
        sharing = .allocate(capacity: Self.placeCount)
        sharing.initialize(repeating: 0, count: Self.placeCount)
        successors = .allocate(capacity: Self.countMax)
        successors.initialize(repeating: 0, count: Self.countMax)
        alternatives = .allocate(capacity: Self.placeCount)
        alternatives.initialize(repeating: 0, count: Self.placeCount)
        values = .allocate(capacity: ElementTemplate.stepCountMax)
        values.initialize(repeating: WireGapValue(), count: ElementTemplate.stepCountMax)
        padded = .allocate(capacity: Self.paddedCount)
        padded.initialize(repeating: 0, count: Self.paddedCount)
    }

    deinit {
        templates.deinitialize(count: count)
        templates.deallocate()
        sharing.deallocate()
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
    mutating func match(
        _ scanner: JSONScanner, _ offset: inout Int,
        into elements: inout GrowableBuffer<ContentElement>
    ) -> Bool {
        guard count > 0, let end = find(scanner, offset) else { return false }
        // A template tells all that is read of an element of its form, but its content.
        let position = elements.extend(by: 1)
        Self.set(elements.pointer + position, at: offset, templates + last, values)
        elements.pointer[position].template = UInt8(last)
        elements.pointer[position].content = -1
        offset += end
        return true
    }

    /// The template that fits, which is `last` then; returns how long the element is.
    private mutating func find(_ scanner: JSONScanner, _ offset: Int) -> Int? {
        var template = Int(successors[last])
        var text = scanner.base + offset
        let rest = scanner.count - offset
        if rest < byteCountMax + Int(WireGapMax) { text = pad(text, rest) }
        var failed: UInt64 = 0
        var position: Int64 = 0
        var fitting = 0
        while true {
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
            // Those that begin alike and differ in the step that failed can fit.
            let place = template * Self.stepCounts + fitting
            failed |= sharing[place + 1]
            let left = sharing[place] & ~failed
            guard left != 0 else { return nil }
            let usual = alternatives[place]
            if left & 1 << UInt64(usual) != 0 {
                template = Int(usual)
            } else {
                template = left.trailingZeroBitCount
                alternatives[place] = UInt8(template)
            }
        }
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
    @inline(__always)
    private static func set(
        _ element: UnsafeMutablePointer<ContentElement>, at offset: Int,
        _ template: UnsafePointer<ElementTemplate>, _ values: UnsafePointer<WireGapValue>
    ) {
        let places = template.pointee.places
        element.pointee.form = template.pointee.known.form
        element.pointee.type = template.pointee.known.type
        element.pointee.operation = template.pointee.known.operation
        let id = values[Int(places.contentID)]
        element.pointee.idStart = Int32(offset) + id.start
        element.pointee.idCount = id.count
        guard template.pointee.known.form == .prices else {
            return setMembers(of: element, at: offset, template, values)
        }
        var prices = SelectionChange(isSuspended: template.pointee.known.isSuspended)
        element.pointee.selection = EntityKey(
            rawValue: EntityKey.dottedBase + values[Int(places.selection)].value)
        if places.up >= 0 { prices.up = values[Int(places.up)].value }
        if places.down >= 0 { prices.down = values[Int(places.down)].value }
        if places.isTradable >= 0 {
            prices.isTradable = values[Int(places.isTradable)].value != 0
        }
        element.pointee.prices = prices
    }

    private static func setMembers(
        of element: UnsafeMutablePointer<ContentElement>, at offset: Int,
        _ template: UnsafePointer<ElementTemplate>, _ values: UnsafePointer<WireGapValue>
    ) {
        element.pointee.path = place(of: template.pointee.known.pathPlace, offset, values)
        element.pointee.change =
            template.pointee.known.changePlace.map { place(of: $0, offset, values) } ?? -1
        let steps = template.pointee.known.pathSteps
        var counts = KnownPath.IDCounts()
        for id in 0..<KnownPath.idCountMax where steps[id] >= 0 {
            counts[id] = UInt8(values[Int(steps[id])].count)
        }
        element.pointee.idCounts = counts
    }

    private static func place(
        of anchor: ElementTemplate.Anchor, _ offset: Int, _ values: UnsafePointer<WireGapValue>
    ) -> Int32 {
        let place = Int32(offset) + Int32(anchor.distance)
        guard anchor.step >= 0 else { return place }
        let value = values[Int(anchor.step)]
        return place + value.start + value.count
    }

    /// The path of an element that was located with one of these templates, before any was
    /// learned since.
    func path(of element: ContentElement) -> ContentPath? {
        templates[Int(element.template)].known.path?
            .path(at: Int(element.path) + 1, element.idCounts)
    }

    // MARK: Learning

    /// Keeps a template, in place of the oldest one if there are too many; not one that is
    /// kept already, or that does not fit what it was made of.
    ///
    /// - Parameter text: That element and what follows it.
    /// - Complexity: O(templates × steps).
    mutating func add(_ template: consuming ElementTemplate, of text: UnsafeRawBufferPointer) {
        byteCountMax = max(byteCountMax, template.byteCount)
        guard !isKept(template), fits(template, text) else { return }
        let place: Int
        if count < Self.countMax {
            place = count
            count += 1
        } else {
            place = oldest
            oldest = (oldest + 1) % Self.countMax
            (templates + place).deinitialize(count: 1)
        }
        (templates + place).initialize(to: template)
        for other in 0..<count {
            let stepCount = templates[place].sharedStepCount(with: templates[other])
            note(other, sharing: stepCount, with: place)
            note(place, sharing: stepCount, with: other)
        }
    }

    private func isKept(_ template: borrowing ElementTemplate) -> Bool {
        (0..<count).contains { other in
            templates[other].stepCount == template.stepCount
                && templates[other].sharedStepCount(with: template) == template.stepCount
        }
    }

    private func fits(
        _ template: borrowing ElementTemplate, _ text: UnsafeRawBufferPointer
    ) -> Bool {
        let padded = pad(text.baseAddress!.assumingMemoryBound(to: UInt8.self), text.count)
        var position: Int64 = 0
        let stepCount = Int32(template.stepCount)
        return wireElement(template.steps, 0, stepCount, padded, &position, values) == stepCount
            && Int(position) <= text.count
    }

    private func note(_ template: Int, sharing stepCount: Int, with other: Int) {
        let bit: UInt64 = 1 << UInt64(template)
        for step in 0..<Self.stepCounts {
            let place = other * Self.stepCounts + step
            if step <= stepCount { sharing[place] |= bit } else { sharing[place] &= ~bit }
        }
    }
}
