import OddsJSON

/// Decodes answers of SportRadar.
///
/// Ids are numbers in places, and then the number's text is the id: `9912.10` is not
/// `9912.1`, and one has more digits than a number of the machine. So they are made texts of
/// JSON before anything is decoded.
enum SportRadarWire {
    /// - Throws: `decodingError` with the type and the path, never the content.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from body: [UInt8]
    ) throws(ServiceProviderError) -> Value {
        let value: JSONValue
        do {
            value = try body.withUnsafeBytes { try JSONValue(json: $0, levelsMax: levelsMax) }
        } catch {
            throw .decodingError(message: "\(type): cannot be read")
        }
        return try WireDecoder.decode(type, from: value.withIDsAsText.json)
    }

    private static let levelsMax = 64
}

extension JSONValue {
    /// The value with all numbers that are ids as texts.
    fileprivate var withIDsAsText: JSONValue {
        // A list of numbers is one of ids.
        guard case .array(let elements) = self else { return quoted }
        return .array(elements.map(\.asID).map(\.quoted))
    }

    private var quoted: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.quoted))
        case .object(let members):
            .object(
                members.map { member in
                    JSONMember(
                        member.name,
                        member.name.isOfID ? member.value.asID : member.value.quoted)
                })
        default: self
        }
    }

    /// A number as text; one with an exponent is no id, and stays.
    private var asID: JSONValue {
        guard case .number(let text) = self, !text.contains(where: { "eE".contains($0) }) else {
            return self
        }
        return .string(text)
    }
}

extension String {
    /// Whether members of that name are ids.
    fileprivate var isOfID: Bool {
        lowercased().hasPrefix("idf")
            || [
                "focontentid", "partyId", "userId", "paymentId", "transactionId", "conversionId",
            ].contains(self)
    }
}
