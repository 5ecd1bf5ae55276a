/// The rule for names that are tokens of subjects: worlds, agents, runs.
enum FleetName {
    static let rule = "1 to 32 of A–Z, a–z, 0–9, _ and -"

    static func isLegal(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    static func problem(_ text: String, _ what: String) -> String {
        "'\(FleetDocumentError.excerpt(text))' is no name of \(what): use \(rule)"
    }
}

/// The name of an agent, which is unique in a fleet.
package struct AgentName: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let text: String

    /// - Throws: `FleetDocumentError` unless it is 1 to 32 of `A–Z a–z 0–9 _ -`, and not the
    ///   coordinator's.
    package init(_ text: String) throws(FleetDocumentError) {
        guard FleetName.isLegal(text) else {
            throw FleetDocumentError("", FleetName.problem(text, "an agent"))
        }
        guard text != Self.coordinator else {
            throw FleetDocumentError("", "the name '\(text)' is the coordinator's")
        }
        self.text = text
    }

    /// As which the coordinator writes into the stream of runs.
    package static let coordinator = "coordinator"

    package var description: String { text }

    package static func < (left: AgentName, right: AgentName) -> Bool { left.text < right.text }
}

/// The name of a run, which is unique as long as the stream of runs keeps it.
package struct RunID: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    /// - Throws: `FleetDocumentError` unless it is 1 to 32 of `A–Z a–z 0–9 _ -`.
    package init(_ text: String) throws(FleetDocumentError) {
        guard FleetName.isLegal(text) else {
            throw FleetDocumentError("", FleetName.problem(text, "a run"))
        }
        self.text = text
    }

    package var description: String { text }
}

extension DocumentReader {
    mutating func agentName(_ name: String) throws(FleetDocumentError) -> AgentName {
        let text = try text(name, bytes: 1...32)
        do throws(FleetDocumentError) {
            return try AgentName(text)
        } catch {
            throw self.error(name, error.problem)
        }
    }

    mutating func runID(_ name: String) throws(FleetDocumentError) -> RunID {
        let text = try text(name, bytes: 1...32)
        do throws(FleetDocumentError) {
            return try RunID(text)
        } catch {
            throw self.error(name, error.problem)
        }
    }
}
