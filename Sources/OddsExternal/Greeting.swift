import Foundation

/// How much of the contract a program claims.
package enum ConformanceLevel: String, Codable, CaseIterable, Sendable {
    /// All but error offsets and the text of numbers in reference entities.
    case basic
    /// The whole contract.
    case full
}

/// How messages travel.
package enum MessageTransport: String, Codable, Sendable {
    case pipe
    /// Shared memory; only Linux has it.
    case ring
}

/// The content of *hello*.
struct Hello: Codable {
    struct Ring: Codable {
        var memory: Int32
        var event: Int32
        var messageBytes: Int
        var answerBytes: Int
    }

    var protocols: [String]
    var channels: [String]
    var transport: MessageTransport
    var ring: Ring?
}

/// What a program says of itself in its answer to *hello*.
package struct ProgramGreeting: Codable, Equatable, Sendable {
    package var `protocol`: String
    /// For tables.
    package var name: String
    /// What the program claims.
    package var level: ConformanceLevel
    package var transport: MessageTransport

    package init(name: String, level: ConformanceLevel, transport: MessageTransport) {
        self.protocol = StrategyMessage.protocolName
        self.name = name
        self.level = level
        self.transport = transport
    }

    static let nameLengthMax = 24

    /// Reads an answer.
    ///
    /// - Throws: What is wrong with it, in words.
    init(answer: [UInt8], asked transport: MessageTransport) throws(GreetingError) {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(answer))
        } catch {
            throw GreetingError(
                text: """
                    is not a JSON object with protocol, name, level (full or basic) and transport \
                    (pipe or ring)
                    """)
        }
        guard `protocol` == StrategyMessage.protocolName else {
            throw GreetingError(
                text: "names the protocol '\(`protocol`)', not \(StrategyMessage.protocolName)")
        }
        let isLegal = name.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
                || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || ".+#- ".utf8.contains(byte)
        }
        guard isLegal, (1...Self.nameLengthMax).contains(name.utf8.count) else {
            throw GreetingError(
                text: """
                    has the name '\(name.prefix(40))', which is not 1 to \(Self.nameLengthMax) \
                    characters of a–z A–Z 0–9 . + # - and space
                    """)
        }
        guard self.transport == transport || self.transport == .pipe else {
            throw GreetingError(
                text: "chooses the transport \(self.transport.rawValue), which was not asked for")
        }
    }
}

/// Why an answer to *hello* is none.
struct GreetingError: Error {
    /// A predicate.
    let text: String
}
