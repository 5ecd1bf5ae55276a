import NIOCore
import NIOHTTP1

/// What both ends of a connection have agreed on (RFC 7692, §7.1).
package struct DeflateAgreement: Equatable, Sendable {
    /// How one end compresses.
    package struct Sender: Equatable, Sendable {
        /// Whether messages refer to earlier ones.
        package var keepsContext: Bool
        /// The logarithm of how far back they refer at most, 8 to 15.
        package var windowBits: Int

        package static let windowBitsMax = 15

        /// Keeps the context, and has the full window, unless told otherwise.
        package init(keepsContext: Bool = true, windowBits: Int = Self.windowBitsMax) {
            self.keepsContext = keepsContext
            self.windowBits = windowBits
        }

        /// Whether a message that is compressed once can be sent on all
        /// connections: it may refer as far back as any, and does not refer to
        /// earlier messages, which differ.
        package var sharesMessages: Bool { !keepsContext && windowBits == Self.windowBitsMax }
    }

    package var server = Sender()
    package var client = Sender()

    /// Both ends keep their contexts, and have the full window.
    package init() {}

    package func sender(_ role: WebSocketRole) -> Sender { role == .server ? server : client }

    // MARK: The client

    /// The client's offer, a value of the header `Sec-WebSocket-Extensions`.
    static func offer(_ compression: WebSocketCompression) -> String {
        let parameters: [DeflateParameter] =
            compression == .takeover ? [] : [.serverNoContextTakeover, .clientNoContextTakeover]
        return ([WebSocketCompression.extensionName] + parameters.map(\.rawValue)
            + [DeflateParameter.clientMaxWindowBits.rawValue]).joined(separator: "; ")
    }

    /// The agreement in a server's answer to the offer; `nil` if the server does
    /// not compress.
    ///
    /// - Throws: `DeflateDisagreement` if the answer is not one to the offer.
    static func answered(
        by headers: HTTPHeaders, to compression: WebSocketCompression?
    ) throws(DeflateDisagreement) -> DeflateAgreement? {
        let extensions = headers[canonicalForm: WebSocketCompression.headerName]
        guard let answer = extensions.first else { return nil }
        guard let compression, extensions.count == 1,
            let parameters = DeflateParameter.all(in: answer),
            // A client that gets a limit must be told which.
            parameters[.clientMaxWindowBits] != .some(nil)
        else { throw DeflateDisagreement(answer: extensions.joined(separator: ", ")) }
        let agreement = DeflateAgreement(parameters)
        guard compression == .takeover || !agreement.server.keepsContext else {
            throw DeflateDisagreement(answer: String(answer))
        }
        return agreement
    }

    // MARK: The server

    /// The first of a client's offers that can be accepted, and the answer to
    /// it; `nil` if there is none.
    package static func accepting(
        _ headers: HTTPHeaders, _ compression: WebSocketCompression
    ) -> (agreement: DeflateAgreement, answer: String)? {
        for offer in headers[canonicalForm: WebSocketCompression.headerName] {
            guard let parameters = DeflateParameter.all(in: offer) else { continue }
            var agreement = DeflateAgreement(parameters)
            if compression == .noTakeover {
                agreement.server.keepsContext = false
                agreement.client.keepsContext = false
            }
            return (agreement, agreement.answer)
        }
        return nil
    }

    private init(_ parameters: [DeflateParameter: Int?]) {
        server.keepsContext = parameters[.serverNoContextTakeover] == nil
        client.keepsContext = parameters[.clientNoContextTakeover] == nil
        if case .some(.some(let bits)) = parameters[.serverMaxWindowBits] {
            server.windowBits = bits
        }
        if case .some(.some(let bits)) = parameters[.clientMaxWindowBits] {
            client.windowBits = bits
        }
    }

    /// The server's answer. It limits the client's window only where the client
    /// has offered that.
    private var answer: String {
        var words = [WebSocketCompression.extensionName]
        if !server.keepsContext { words.append(DeflateParameter.serverNoContextTakeover.rawValue) }
        if !client.keepsContext { words.append(DeflateParameter.clientNoContextTakeover.rawValue) }
        if server.windowBits < Sender.windowBitsMax {
            words.append("\(DeflateParameter.serverMaxWindowBits.rawValue)=\(server.windowBits)")
        }
        if client.windowBits < Sender.windowBitsMax {
            words.append("\(DeflateParameter.clientMaxWindowBits.rawValue)=\(client.windowBits)")
        }
        return words.joined(separator: "; ")
    }
}

/// A server's answer that its client's offer does not allow.
struct DeflateDisagreement: Error, CustomStringConvertible {
    let answer: String

    var description: String {
        "the server answers with \(WebSocketCompression.headerName): \(answer), which the client "
            + "did not offer"
    }
}

/// The parameters of permessage-deflate.
private enum DeflateParameter: String {
    case serverNoContextTakeover = "server_no_context_takeover"
    case clientNoContextTakeover = "client_no_context_takeover"
    case serverMaxWindowBits = "server_max_window_bits"
    case clientMaxWindowBits = "client_max_window_bits"

    /// The parameters of an extension and their values; `nil` if it is another
    /// extension or one of them is unknown, illegal or repeated.
    static func all(in text: Substring) -> [DeflateParameter: Int?]? {
        let words = text.split(separator: ";", omittingEmptySubsequences: false).map(\.trimmed)
        guard words.first == WebSocketCompression.extensionName[...] else { return nil }
        var found: [DeflateParameter: Int?] = [:]
        for word in words.dropFirst() {
            let parts = word.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false
            ).map(\.trimmed)
            guard let parameter = DeflateParameter(rawValue: String(parts[0])),
                found[parameter] == nil,
                let value = parameter.value(parts.count > 1 ? parts[1] : nil)
            else { return nil }
            found[parameter] = .some(value)
        }
        return found
    }

    /// The value that a text means; `.some(nil)` for none, `nil` if it is
    /// illegal.
    private func value(_ text: Substring?) -> Int?? {
        switch self {
        case .serverNoContextTakeover, .clientNoContextTakeover:
            return text == nil ? .some(nil) : nil
        case .serverMaxWindowBits, .clientMaxWindowBits:
            guard let text else { return self == .clientMaxWindowBits ? .some(nil) : nil }
            let quoted = text.hasPrefix("\"") && text.hasSuffix("\"") && text.count > 2
            let digits = quoted ? text.dropFirst().dropLast() : text
            guard let bits = Int(digits), String(bits) == digits, (8...15).contains(bits) else {
                return nil
            }
            return .some(bits)
        }
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let isBlank = { (letter: Character) in letter == " " || letter == "\t" }
        var text = drop(while: isBlank)
        while let last = text.last, isBlank(last) { text.removeLast() }
        return text
    }
}
