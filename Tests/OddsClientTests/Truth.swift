import OddsServer
import OddsWAMP

/// The state and the version that a server's truth about a topic has.
func truth(
    _ server: EMServer, _ topic: String
) async throws -> (state: [UInt8], version: String) {
    let document = try await server.truth(of: topic)
    return (state(of: document), channel(of: document).text("version") ?? "")
}

/// The state of the only channel of a snapshot document.
func state(of document: [UInt8]) -> [UInt8] {
    let snapshot = channel(of: document)
    let events = snapshot.value("events") ?? []
    let references = snapshot.value("references") ?? []
    return Array("{\"events\":".utf8) + events + Array(",\"references\":".utf8) + references
        + Array("}".utf8)
}

private func channel(of document: [UInt8]) -> JSONObjectText {
    let list = JSONObjectText(unchecked: document).value("channels") ?? []
    return JSONObjectText(list.dropFirst().dropLast()) ?? .empty
}
