import OddsJSON

extension WAMPMessage {
    /// Reads a text that is one message, with or without white space around it.
    /// Elements beyond those that are known are ignored.
    ///
    /// - Throws: `WAMPDecodingError` if the text is not legal JSON, is not a
    ///   message, or is nested deeper than 66 levels.
    /// - Complexity: O(bytes).
    public init(json: UnsafeRawBufferPointer) throws(WAMPDecodingError) {
        var elements: [Range<Int>] = []
        var scanner = JSONScanner(json)
        scanner.levelsMax = WAMPLimits.levelsMax
        do throws(JSONSyntaxError) {
            scanner.skipWhiteSpace()
            try scanner.forEachElement { elements.append($0) }
            scanner.skipWhiteSpace()
            if !scanner.isAtEnd { throw scanner.error("bytes behind the message") }
        } catch {
            throw WAMPDecodingError(offset: error.offset, what: error.what)
        }
        var reader = ElementReader(json: json, elements: elements[...])
        self = try reader.message()
    }
}

/// Reads the elements of a message one after the other.
private struct ElementReader {
    let json: UnsafeRawBufferPointer
    var elements: ArraySlice<Range<Int>>

    mutating func message() throws(WAMPDecodingError) -> WAMPMessage {
        let code = try number("message type", max: .max)
        guard let type = Int(exactly: code).flatMap(WAMPMessageType.init(rawValue:)) else {
            throw WAMPDecodingError(offset: 0, what: "message type \(code) is unknown")
        }
        switch type {
        case .hello: return .hello(realm: try text("realm"), details: try object("details"))
        case .welcome:
            return .welcome(session: try id("session"), details: try object("details"))
        case .abort: return .abort(details: try object("details"), reason: try text("reason"))
        case .challenge:
            return .challenge(method: try text("method"), extra: try object("extra"))
        case .authenticate:
            return .authenticate(signature: try text("signature"), extra: try object("extra"))
        case .goodbye:
            return .goodbye(details: try object("details"), reason: try text("reason"))
        case .error:
            return .error(
                type: Int(try number("request type", max: 255)), request: try id("request"),
                details: try object("details"), error: try text("error"),
                payload: try payload())
        case .subscribe:
            return .subscribe(
                request: try id("request"), options: try object("options"),
                topic: try text("topic"))
        case .subscribed:
            return .subscribed(request: try id("request"), subscription: try id("subscription"))
        case .unsubscribe:
            return .unsubscribe(request: try id("request"), subscription: try id("subscription"))
        case .unsubscribed: return .unsubscribed(request: try id("request"))
        case .call:
            return .call(
                request: try id("request"), options: try object("options"),
                procedure: try text("procedure"), payload: try payload())
        case .result:
            return .result(
                request: try id("request"), details: try object("details"),
                payload: try payload())
        case .register:
            return .register(
                request: try id("request"), options: try object("options"),
                procedure: try text("procedure"))
        case .registered:
            return .registered(request: try id("request"), registration: try id("registration"))
        case .unregister:
            return .unregister(request: try id("request"), registration: try id("registration"))
        case .unregistered:
            return .unregistered(request: try id("request"), details: objectIfAny())
        case .invocation:
            return .invocation(
                request: try id("request"), registration: try id("registration"),
                details: try object("details"), payload: try payload())
        case .yield:
            return .yield(
                request: try id("request"), options: try object("options"),
                payload: try payload())
        }
    }

    private mutating func next(_ name: String) throws(WAMPDecodingError) -> Range<Int> {
        guard let range = elements.popFirst() else {
            throw WAMPDecodingError(offset: json.count, what: "\(name) is missing")
        }
        return range
    }

    private mutating func id(_ name: String) throws(WAMPDecodingError) -> WAMPID {
        try number(name, max: WAMPLimits.idMax)
    }

    private mutating func number(
        _ name: String, max: UInt64
    ) throws(WAMPDecodingError) -> UInt64 {
        let range = try next(name)
        let digits = String(decoding: json[range], as: UTF8.self)
        guard let number = UInt64(digits), number <= max else {
            throw WAMPDecodingError(
                offset: range.lowerBound, what: "\(name) is not an integer from 0 to \(max)")
        }
        return number
    }

    private mutating func text(_ name: String) throws(WAMPDecodingError) -> String {
        let range = try next(name)
        guard json[range.lowerBound] == UInt8(ascii: "\"") else {
            throw WAMPDecodingError(offset: range.lowerBound, what: "\(name) is not text")
        }
        let literal = UnsafeRawBufferPointer(rebasing: json[range])
        return String(decoding: JSONText.unescaped(literal), as: UTF8.self)
    }

    private mutating func object(_ name: String) throws(WAMPDecodingError) -> JSONObjectText {
        let range = try next(name)
        guard json[range.lowerBound] == UInt8(ascii: "{") else {
            throw WAMPDecodingError(offset: range.lowerBound, what: "\(name) is not an object")
        }
        return JSONObjectText(unchecked: Array(json[range]))
    }

    /// The next element, if it is an object.
    private mutating func objectIfAny() -> JSONObjectText? {
        guard let range = elements.first, json[range.lowerBound] == UInt8(ascii: "{") else {
            return nil
        }
        elements.removeFirst()
        return JSONObjectText(unchecked: Array(json[range]))
    }

    private mutating func payload() throws(WAMPDecodingError) -> WAMPPayload {
        guard let range = elements.popFirst() else { return .none }
        guard json[range.lowerBound] == UInt8(ascii: "[") else {
            throw WAMPDecodingError(offset: range.lowerBound, what: "arguments are no array")
        }
        let arguments = Array(json[range])
        let keywords = elements.isEmpty ? nil : try object("keyword arguments")
        return WAMPPayload(arguments: arguments, keywords: keywords)
    }
}
