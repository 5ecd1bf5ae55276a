import OddsModel

/// Checks frames of the socket, and finds the elements of their `data`.
///
/// Allocates when a frame has more elements than all before it. One thread owns it.
struct SocketFrameReader: ~Copyable {
    private(set) var elements = GrowableBuffer<ContentElement>(capacity: 16)
    private let powers = PowersOfTen.allocate()
    let names = WireFieldNames.allocate()
    /// Where containers of the frame end.
    let containers = ContainerEnds.allocate()
    var templates = ElementTemplates()
    private var beginning = FrameBeginning()
    /// Unescaped text.
    private var scratch = GrowableBuffer<UInt8>()

    init() {}

    deinit {
        powers.deallocate()
        names.deallocate()
        containers.deallocate()
    }

    /// What is known of a frame; negative offsets: there is none.
    struct Frame: BitwiseCopyable {
        let scanner: JSONScanner
        var notificationType = -1
        var errorType = -1
        var data = -1
        /// Whether it is one of changes, whose beginning was known, and no more.
        var isKnown = false
    }

    /// Checks a frame and finds its elements.
    ///
    /// - Parameter contents: Where elements that are like others before find their content.
    /// - Throws: Why the frame is no legal object.
    /// - Complexity: O(bytes).
    mutating func read(
        _ text: UnsafeRawBufferPointer, _ contents: inout ContentTable
    ) throws(FrameError) -> Frame {
        elements.truncate(to: 0)
        containers.removeAll()
        guard text.count <= WireLimits.frameBytesMax else {
            throw FrameError(reason: .tooLarge, offset: WireLimits.frameBytesMax)
        }
        guard text.count > 0 else { throw FrameError(reason: .syntax, offset: 0) }
        var frame = Frame(scanner: JSONScanner(unpadded: text, powers))
        let scanner = frame.scanner
        var offset = 0
        scanner.skipSpace(&offset)
        let isObject = scanner.byte(offset) == UInt8(ascii: "{")
        if beginning.fits(scanner) {
            try readKnown(&offset, of: &frame, &contents)
        } else if isObject {
            try readMembers(&offset, of: &frame, &contents)
        } else {
            try scanner.scanValue(&offset, depth: 0)
        }
        scanner.skipSpace(&offset)
        guard offset == scanner.count else {
            throw FrameError(reason: .trailingBytes, offset: offset)
        }
        guard isObject else { throw FrameError(reason: .notAnObject, offset: 0) }
        return frame
    }

    /// Says that a frame is one of changes, whose beginning others may have.
    mutating func keepBeginning(of frame: Frame) {
        let isUsual = frame.notificationType >= 0 && frame.notificationType < frame.data
        guard isUsual, frame.errorType < 0 else { return }
        beginning.keep(frame.scanner, frame.data, notificationType: frame.notificationType)
    }

    /// Reads a frame that begins like the last one from its elements on.
    private mutating func readKnown(
        _ offset: inout Int, of frame: inout Frame, _ contents: inout ContentTable
    ) throws(FrameError) {
        frame.notificationType = beginning.notificationType
        frame.data = beginning.count
        frame.isKnown = true
        offset = beginning.count
        try readElements(&offset, frame.scanner, &contents)
        while try frame.scanner.scanSeparator(UInt8(ascii: "}"), &offset) {
            frame.isKnown = false
            try readMember(&offset, of: &frame, &contents)
        }
    }

    private mutating func readMembers(
        _ offset: inout Int, of frame: inout Frame, _ contents: inout ContentTable
    ) throws(FrameError) {
        if frame.scanner.scanOpening(UInt8(ascii: "}"), &offset) { return }
        repeat {
            try readMember(&offset, of: &frame, &contents)
        } while try frame.scanner.scanSeparator(UInt8(ascii: "}"), &offset)
    }

    private mutating func readMember(
        _ offset: inout Int, of frame: inout Frame, _ contents: inout ContentTable
    ) throws(FrameError) {
        let scanner = frame.scanner
        let key = try scanner.scanString(&offset)
        try scanner.scanColon(&offset)
        switch names.find(text(key, scanner)) {
        case .data:
            frame.data = offset
            elements.truncate(to: 0)
            if scanner.isArray(offset) {
                try readElements(&offset, scanner, &contents)
                return
            }
        case .notificationType: frame.notificationType = offset
        case .errorType: frame.errorType = offset
        default: break
        }
        try scanner.scanValue(&offset, depth: 1)
    }

    private mutating func readElements(
        _ offset: inout Int, _ scanner: JSONScanner, _ contents: inout ContentTable
    ) throws(FrameError) {
        if scanner.scanOpening(UInt8(ascii: "]"), &offset) { return }
        repeat {
            if templates.match(scanner, &offset, into: &elements) {
                find(contentOf: elements.pointer + (elements.count - 1), scanner, &contents)
            } else {
                elements.append(try readElement(&offset, scanner))
            }
        } while try scanner.scanRecordSeparator(&offset)
    }

    /// Finds the content of the last element, and asks for what is known of its selection: it
    /// comes while others are read.
    @inline(__always)
    private func find(
        contentOf element: UnsafeMutablePointer<ContentElement>, _ scanner: JSONScanner,
        _ contents: inout ContentTable
    ) {
        let content = contents.find(element.pointee.type, element.pointee.id(scanner))
        element.pointee.content = Int32(content)
        guard content >= 0, element.pointee.form == .prices else { return }
        contents[content].pointee.nodes
            .prefetchBucket(.selection, word: element.pointee.selection)
    }

    /// A content was closed: what elements know of theirs is not true any more.
    mutating func forgetContents() {
        for position in 0..<elements.count { elements.pointer[position].content = -1 }
    }

    private mutating func readElement(
        _ offset: inout Int, _ scanner: JSONScanner
    ) throws(FrameError) -> ContentElement {
        var element = ContentElement()
        element.start = Int32(offset)
        guard scanner.byte(offset) == UInt8(ascii: "{") else {
            try scanner.scanValue(&offset, depth: 2, containers)
            return element
        }
        if scanner.scanOpening(UInt8(ascii: "}"), &offset) { return element }
        repeat {
            let key = try scanner.scanString(&offset)
            try scanner.scanColon(&offset)
            switch names.find(text(key, scanner)) {
            case .contentId: element.contentId = Int32(offset)
            case .changeType: element.changeType = Int32(offset)
            case .path: element.path = Int32(offset)
            case .change: element.change = Int32(offset)
            default: break
            }
            try scanner.scanValue(&offset, depth: 3, containers)
        } while try scanner.scanSeparator(UInt8(ascii: "}"), &offset)
        element.end = Int32(offset)
        return element
    }

    /// The text that a string means; valid until the next call.
    @inline(__always)
    private mutating func text(
        _ string: ScannedString, _ scanner: JSONScanner
    ) -> UnsafeRawBufferPointer {
        let raw = UnsafeBufferPointer(start: scanner.base + string.start, count: string.count)
        guard string.hasEscapes else { return UnsafeRawBufferPointer(raw) }
        scratch.truncate(to: 0)
        appendUnescaped(raw, to: &scratch)
        return UnsafeRawBufferPointer(start: scratch.pointer, count: scratch.count)
    }

    /// The text of the string at an offset, `nil` if there is none; valid until the
    /// next call.
    mutating func text(at offset: Int, _ scanner: JSONScanner) -> UnsafeRawBufferPointer? {
        guard offset >= 0, scanner.byte(offset) == UInt8(ascii: "\"") else { return nil }
        var offset = offset
        return text(scanner.passString(&offset), scanner)
    }
}
