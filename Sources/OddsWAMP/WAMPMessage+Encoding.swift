import OddsJSON

extension WAMPMessage {
    /// The message's JSON text in UTF-8, without additional white space.
    ///
    /// - Complexity: O(bytes).
    public var json: [UInt8] {
        var writer = ElementWriter(type)
        switch self {
        case .hello(let realm, let details):
            writer.append(realm)
            writer.append(details)
        case .welcome(let session, let details):
            writer.append(session)
            writer.append(details)
        case .abort(let details, let reason), .goodbye(let details, let reason):
            writer.append(details)
            writer.append(reason)
        case .challenge(let text, let extra), .authenticate(let text, let extra):
            writer.append(text)
            writer.append(extra)
        case .error(let type, let request, let details, let error, let payload):
            writer.append(WAMPID(type))
            writer.append(request)
            writer.append(details)
            writer.append(error)
            writer.append(payload)
        case .subscribe(let request, let options, let uri),
            .register(let request, let options, let uri):
            writer.append(request)
            writer.append(options)
            writer.append(uri)
        case .subscribed(let request, let id), .unsubscribe(let request, let id),
            .registered(let request, let id), .unregister(let request, let id):
            writer.append(request)
            writer.append(id)
        case .unsubscribed(let request): writer.append(request)
        case .unregistered(let request, let details):
            writer.append(request)
            if let details { writer.append(details) }
        case .call(let request, let options, let procedure, let payload):
            writer.append(request)
            writer.append(options)
            writer.append(procedure)
            writer.append(payload)
        case .result(let request, let details, let payload),
            .yield(let request, let details, let payload):
            writer.append(request)
            writer.append(details)
            writer.append(payload)
        case .invocation(let request, let registration, let details, let payload):
            writer.append(request)
            writer.append(registration)
            writer.append(details)
            writer.append(payload)
        }
        return writer.finish()
    }
}

private struct ElementWriter {
    private var text: [UInt8] = [UInt8(ascii: "[")]

    init(_ type: WAMPMessageType) { text.appendDigits(type.rawValue) }

    mutating func append(_ id: WAMPID) {
        text.append(UInt8(ascii: ","))
        text.appendDigits(id)
    }

    mutating func append(_ string: String) {
        text.append(UInt8(ascii: ","))
        text.appendJSONString(string)
    }

    mutating func append(_ object: JSONObjectText) {
        text.append(UInt8(ascii: ","))
        text += object.utf8
    }

    mutating func append(_ payload: WAMPPayload) {
        guard payload.arguments != nil || payload.keywords != nil else { return }
        text.append(UInt8(ascii: ","))
        text += payload.arguments ?? Array("[]".utf8)
        if let keywords = payload.keywords { append(keywords) }
    }

    mutating func finish() -> [UInt8] {
        text.append(UInt8(ascii: "]"))
        return text
    }
}
