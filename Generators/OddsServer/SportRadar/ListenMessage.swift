import OddsJSON

/// What a client says first on SportRadar's socket: who it is.
struct ListenMessage {
    /// Why a message is none, in words.
    struct Failure: Error {
        let reason: String
    }

    /// The subscriber that it was; `nil` for a new one.
    let subscriber: String?

    private static let levelsMax = 16

    /// Reads a message. Members beside `subscriberId` have no effect.
    init(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        let value: JSONValue
        do throws(JSONSyntaxError) {
            value = try JSONValue(json: bytes, levelsMax: Self.levelsMax)
        } catch {
            throw Failure(reason: "the message is no JSON: byte \(error.offset): \(error.what)")
        }
        guard case .object = value else {
            throw Failure(reason: "expected an object with subscriberId")
        }
        switch value["subscriberId"] {
        case nil, .null: subscriber = nil
        case .string(let id): subscriber = id
        default: throw Failure(reason: "subscriberId: expected text or null")
        }
    }
}
