import OddsServer
import OddsWAMP

/// The state and the version that a server's truth about a topic has.
func truth(
    _ server: EMServer, _ topic: String
) async throws -> (state: [UInt8], version: String) {
    let document = JSONObjectText(unchecked: try await server.truth(of: topic))
    let list = document.value("channels") ?? []
    let snapshot = JSONObjectText(list.dropFirst().dropLast()) ?? .empty
    let events = snapshot.value("events") ?? []
    let references = snapshot.value("references") ?? []
    let state =
        Array("{\"events\":".utf8) + events + Array(",\"references\":".utf8) + references
        + Array("}".utf8)
    return (state, snapshot.text("version") ?? "")
}
