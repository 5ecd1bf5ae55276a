import OddsModel

/// What a change does (SR-C2).
enum ContentChangeType: BitwiseCopyable {
    case refreshed
    case updated
    case added
    case removed
}

/// Reads values of an element whose text is known to be legal. A value of the wrong kind
/// makes what it belongs to unreadable; `null` is the same as absent (SR-V2).
struct ElementReading: BitwiseCopyable {
    let scanner: JSONScanner
    let scratch: UnsafeMutablePointer<TranslationScratch>
    /// Where containers of the frame end.
    let containers: ContainerEnds

    // MARK: Elements

    /// The content that an element names (SR-C1), `nil` if it names none.
    func contentName(
        of element: ContentElement, _ batch: inout FrameBatch
    ) -> (ContentType, BatchText)? {
        guard scanner.isObject(Int(element.contentId)) else { return nil }
        let members = scratch.pointee.outerMembers
        read(Int(element.contentId), into: members, &batch)
        var isReadable = true
        guard let name = text(members[.type], &isReadable, &batch),
            let type = ContentType(name: batch.bytes(name))
        else { return nil }
        let id = contentID(members[.id], &isReadable, &batch)
        return isReadable ? (type, id) : nil
    }

    private func contentID(
        _ offset: Int, _ isReadable: inout Bool, _ batch: inout FrameBatch
    ) -> BatchText {
        if let string = scanner.string(offset) { return batch.text(string) }
        return id(offset, &isReadable, &batch) ?? BatchText(start: 0, count: 0, isInArena: false)
    }

    /// `nil` if it is unknown.
    func changeType(
        of element: ContentElement, _ batch: inout FrameBatch
    ) -> ContentChangeType? {
        let offset = Int(element.changeType)
        if scanner.isAbsent(offset) { return .refreshed }
        guard let string = scanner.string(offset) else { return nil }
        let name = batch.bytes(batch.text(string))
        if isText(name, inAnyCase: "UPDATED") { return .updated }
        if isText(name, inAnyCase: "ADDED") { return .added }
        if isText(name, inAnyCase: "REMOVED") { return .removed }
        if isText(name, inAnyCase: "REFRESHED") { return .refreshed }
        return nil
    }

    // MARK: Members

    /// Notes where the members of an object are.
    @inline(__always)
    func read(_ object: Int, into members: WireMembers, _ batch: inout FrameBatch) {
        let names = scratch.pointee.names
        members.clear()
        forEachMember(of: object) { key, value in
            let name = batch.bytes(batch.text(key))
            if let field = names.find(name) { members[field] = value }
        }
    }

    /// The member of an object within one; -1 if there is none.
    func member(_ field: WireField, of object: Int, _ batch: inout FrameBatch) -> Int {
        guard scanner.isObject(object) else { return -1 }
        let members = scratch.pointee.innerMembers
        read(object, into: members, &batch)
        return members[field]
    }

    /// See `JSONScanner.forEachMember`.
    @inline(__always)
    func forEachMember(of object: Int, _ body: (ScannedString, Int) -> Void) {
        scanner.forEachMember(of: object, containers, body)
    }

    /// See `JSONScanner.forEachElement`.
    @inline(__always)
    func forEachElement(of array: Int, _ body: (Int) -> Void) {
        scanner.forEachElement(of: array, containers, body)
    }

    // MARK: Values

    @inline(__always)
    func text(
        _ offset: Int, _ isReadable: inout Bool, _ batch: inout FrameBatch
    ) -> BatchText? {
        if scanner.isAbsent(offset) { return nil }
        guard scanner.byte(offset) == UInt8(ascii: "\"") else {
            isReadable = false
            return nil
        }
        var end = offset
        return batch.text(scanner.passString(&end))
    }

    /// An id (SR-V1).
    @inline(__always)
    func id(_ offset: Int, _ isReadable: inout Bool, _ batch: inout FrameBatch) -> BatchText? {
        if scanner.isAbsent(offset) { return nil }
        if scanner.byte(offset) == UInt8(ascii: "\"") {
            var end = offset
            let text = batch.text(scanner.passString(&end))
            if text.count > 0 { return text }
        } else if let number = scanner.numberText(offset),
            !number.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
            return BatchText(start: offset, count: number.count, isInArena: false)
        }
        isReadable = false
        return nil
    }

    /// A text; `nil` also for a value of another kind (SR-V11).
    func looseText(_ offset: Int, _ batch: inout FrameBatch) -> BatchText? {
        scanner.string(offset).map { batch.text($0) }
    }

    /// An id; `nil` also for a value that is none (SR-V11).
    func looseID(_ offset: Int, _ batch: inout FrameBatch) -> BatchText? {
        var isReadable = true
        return id(offset, &isReadable, &batch)
    }

    func integer(_ offset: Int, _ isReadable: inout Bool) -> Int64? {
        if scanner.isAbsent(offset) { return nil }
        if let number = scanner.numberText(offset), let value = wholeNumber(number) { return value }
        isReadable = false
        return nil
    }

    func boolean(_ offset: Int, _ isReadable: inout Bool) -> Bool? {
        if scanner.isAbsent(offset) { return nil }
        switch scanner.byte(offset) {
        case UInt8(ascii: "t"): return true
        case UInt8(ascii: "f"): return false
        default:
            isReadable = false
            return nil
        }
    }

    /// A part of a price (SR-V3).
    func pricePart(
        _ offset: Int, _ isReadable: inout Bool, _ batch: inout FrameBatch
    ) -> UInt64? {
        if scanner.isAbsent(offset) { return nil }
        if let value = digits(offset, &batch) { return value }
        isReadable = false
        return nil
    }

    /// The number of 1 to 15 digits that a text or an integer means.
    func digits(_ offset: Int, _ batch: inout FrameBatch) -> UInt64? {
        guard offset >= 0 else { return nil }
        if let string = scanner.string(offset) {
            return OddsWire.pricePart(batch.bytes(batch.text(string)))
        }
        return scanner.numberText(offset).flatMap { OddsWire.pricePart(UnsafeRawBufferPointer($0)) }
    }

    /// The side of a score (SR-V7).
    func side(_ offset: Int, _ isReadable: inout Bool, _ batch: inout FrameBatch) -> Double? {
        if scanner.isAbsent(offset) { return nil }
        if let number = scanner.numberText(offset) {
            if let value = doubleValue(number, scanner.powers) { return value }
        } else if let value = digits(offset, &batch) {
            return Double(value)
        }
        isReadable = false
        return nil
    }

    /// A number, or the text of one (SR-E3); `nil` for anything else.
    func looseNumber(_ offset: Int, _ batch: inout FrameBatch) -> Double? {
        guard offset >= 0 else { return nil }
        if let number = scanner.numberText(offset) { return doubleValue(number, scanner.powers) }
        guard let string = scanner.string(offset) else { return nil }
        let text = batch.bytes(batch.text(string))
        guard let number = scanner.wholeNumberText(text) else { return nil }
        return doubleValue(number, scanner.powers)
    }
}
