import Foundation
import OddsJSON
import OddsResults

/// Who started a run, as its result says it: the coordinator's command and machine.
package struct RunOrigin: Equatable, Sendable {
    /// The words of the command with all defaults. They say what was typed, and nobody runs them.
    package var command: [String]
    package var environment: EnvironmentDescription

    package init(command: [String], environment: EnvironmentDescription) {
        self.command = command
        self.environment = environment
    }

    var document: JSONValue {
        ["command": .array(command.map(JSONValue.string)), "environment": environmentDocument]
    }

    /// As a text of its own, in the form that results have it.
    private var environmentDocument: JSONValue {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(environment) else {
            preconditionFailure("an environment has no number that JSON lacks")
        }
        return .string(String(decoding: data, as: UTF8.self))
    }

    init(_ reader: DocumentReader) throws(FleetDocumentError) {
        var reader = reader
        command = try reader.texts("command", count: 0...256, bytes: 0...4_096)
        let text = try reader.text("environment", bytes: 1...16 << 10)
        do {
            environment = try JSONDecoder().decode(
                EnvironmentDescription.self, from: Data(text.utf8))
        } catch {
            throw reader.error("environment", "is not that of a result")
        }
        try reader.end()
    }
}
