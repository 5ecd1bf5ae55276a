import Foundation

/// What reading costs on the wires of both providers, with where it was measured.
public struct ProviderReport: Encodable {
    let schema = "oddsbench.providers/1"
    let date: String
    let command: String
    /// The commit of the sources, `-dirty` behind it if they were modified; absent if it
    /// was not given.
    let commit: String?
    let machine: PeerEnvironment
    /// The most that the translator is to take, times EM's parser, per byte.
    let ratioPerByteMax = ProviderTable.ratioPerByteMax
    let lines: [ProviderTable.Line]

    /// - Parameter words: The command.
    public init(
        words: [String], commit: String?, machine: PeerEnvironment, lines: [ProviderTable.Line]
    ) {
        date = ISO8601DateFormatter().string(from: Date())
        command = words.joined(separator: " ")
        self.commit = commit
        self.machine = machine
        self.lines = lines
    }

    /// The report as JSON.
    ///
    /// - Throws: `EncodingError` if a figure is not finite.
    public var json: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(self)
        }
    }
}
