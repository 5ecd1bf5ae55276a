import ArgumentParser

/// The compression of WebSockets, by the names of `WebSocketCompression`, which only
/// programs that are linked with a network stack have.
package enum CompressionOption: String, CaseIterable, ExpressibleByArgument {
    case takeover
    case noTakeover = "no-takeover"
}
