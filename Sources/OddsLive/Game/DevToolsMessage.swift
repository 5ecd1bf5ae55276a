import Foundation
import OddsResults

/// What a browser answers in the DevTools protocol, and what it reports by itself. No I/O.
///
/// The protocol is JSON: a command has a number, a method and parameters, and a session if it
/// is for a page; the answer has the number, and a result or an error.
enum DevToolsMessage: Equatable {
    /// An answer without an error; its result is read from the same text.
    case answer(id: Int)
    /// The browser refuses a command.
    case refusal(id: Int, reason: String)
    case event(DevToolsEvent)

    private struct Head: Decodable {
        struct Refusal: Decodable {
            let message: String
        }

        let id: Int?
        let error: Refusal?
        let method: String?
        let sessionId: String?
    }

    /// - Throws: `DevToolsError.unreadable` for what is no message.
    init(_ text: Data) throws(DevToolsError) {
        let head: Head
        do {
            head = try JSONDecoder().decode(Head.self, from: text)
        } catch {
            throw .unreadable(DecodingReason.text(error))
        }
        switch (head.id, head.method) {
        case (let id?, _): self = head.error.map { .refusal(id: id, reason: $0.message) }
            ?? .answer(id: id)
        case (nil, let method?):
            self = .event(DevToolsEvent(method: method, session: head.sessionId, text: text))
        case (nil, nil): throw .unreadable("there is neither an id nor a method")
        }
    }

    /// The result of an answer.
    ///
    /// - Throws: `DevToolsError.unreadable` if it has another shape.
    static func result<Value: Decodable>(
        _ type: Value.Type, of text: Data
    ) throws(DevToolsError) -> Value {
        do {
            return try JSONDecoder().decode(DevToolsResult<Value>.self, from: text).result
        } catch {
            throw .unreadable(DecodingReason.text(error))
        }
    }

    /// A command as text.
    static func command(
        id: Int, method: String, session: String?, _ parameters: some Encodable
    ) throws -> Data {
        try JSONEncoder().encode(
            Command(id: id, method: method, params: parameters, sessionId: session))
    }

    private struct Command<Parameters: Encodable>: Encodable {
        let id: Int
        let method: String
        let params: Parameters
        let sessionId: String?
    }
}

/// An answer's part that differs from command to command.
private struct DevToolsResult<Value: Decodable>: Decodable {
    let result: Value
}

/// An event's part that differs from event to event.
private struct DevToolsParameters<Value: Decodable>: Decodable {
    let params: Value
}

/// What a browser reports by itself.
struct DevToolsEvent: Equatable, Sendable {
    let method: String
    /// The page that it is about; `nil` for the browser.
    let session: String?
    let text: Data

    /// What it says that is wrong in a page; `nil` for what is no problem.
    var problem: String? {
        switch method {
        case "Runtime.exceptionThrown": exception
        case "Runtime.consoleAPICalled": console
        case "Log.entryAdded": entry
        case "Inspector.targetCrashed": "the page has crashed"
        default: nil
        }
    }

    private func parameters<Value: Decodable>(_ type: Value.Type) -> Value? {
        try? JSONDecoder().decode(DevToolsParameters<Value>.self, from: text).params
    }

    private var exception: String {
        struct Parameters: Decodable {
            let exceptionDetails: DevToolsException
        }
        return parameters(Parameters.self)?.exceptionDetails.description ?? "an exception"
    }

    private var console: String? {
        struct Parameters: Decodable {
            struct Argument: Decodable {
                let description: String?
            }

            let type: String
            let args: [Argument]
        }
        guard let call = parameters(Parameters.self), ["error", "warning"].contains(call.type)
        else { return nil }
        let words = call.args.compactMap(\.description).joined(separator: " ")
        return "console \(call.type)\(words.isEmpty ? "" : ": \(words)")"
    }

    private var entry: String? {
        struct Parameters: Decodable {
            struct Entry: Decodable {
                let level: String
                let text: String
            }

            let entry: Entry
        }
        guard let entry = parameters(Parameters.self)?.entry,
            ["error", "warning"].contains(entry.level)
        else { return nil }
        return "\(entry.level): \(entry.text)"
    }
}

/// What a script threw.
struct DevToolsException: Decodable, CustomStringConvertible {
    private struct Value: Decodable {
        let description: String?
        let value: String?
    }

    private let text: String
    private let exception: Value?

    /// The first line of it: the rest is the stack.
    var description: String {
        let whole = exception?.description ?? exception?.value ?? text
        return whole.split(separator: "\n").first.map(String.init) ?? text
    }
}

/// Why the DevTools protocol has no answer.
enum DevToolsError: Error, Equatable, CustomStringConvertible {
    case unreadable(String)
    case refused(method: String, reason: String)
    case tooLate(method: String, limit: Duration)
    case ended
    case scriptFailed(String)

    var description: String {
        switch self {
        case .unreadable(let reason): "the browser's answer cannot be read: \(reason)"
        case .refused(let method, let reason): "the browser refuses \(method): \(reason)"
        case .tooLate(let method, let limit): "the browser did not answer \(method) in \(limit)"
        case .ended: "the browser has ended"
        case .scriptFailed(let reason): "the page failed: \(reason)"
        }
    }
}
