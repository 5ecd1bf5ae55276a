/// Why a JSON document was not decoded, in words.
package enum DecodingReason {
    /// Which field is wrong, and how: `runs[3].responseTime.p50 is missing`.
    ///
    /// - Parameter error: What a decoder threw.
    package static func text(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "\(path(context.codingPath + [key])) is missing"
        case DecodingError.typeMismatch(let type, let context):
            "\(path(context.codingPath)) is not a \(type)"
        case DecodingError.valueNotFound(_, let context): "\(path(context.codingPath)) is null"
        case DecodingError.dataCorrupted(let context):
            "\(path(context.codingPath)): \(context.debugDescription)"
        default: "\(error)"
        }
    }

    /// Formats a path such as `runs[3].responseTime.p50`.
    private static func path(_ keys: [any CodingKey]) -> String {
        var text = ""
        for key in keys {
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += (text.isEmpty ? "" : ".") + key.stringValue
            }
        }
        return text.isEmpty ? "the document" : text
    }
}
