import Foundation

/// What answers at an address. A NATS server speaks first: `INFO {…}`.
enum NATSPeer {
    private static let millisecondsMax: Int32 = 2_000

    /// Whether somebody takes connections there who says something else, or nothing.
    /// Blocks, for two seconds at most.
    ///
    /// A server that is not there, or closes without a word as one that starts does, is none.
    static func answersAsAnother(_ server: String) -> Bool {
        guard let url = URL(string: server), let host = url.host(percentEncoded: false) else {
            return false
        }
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(url.port ?? 4_222)", &hints, &found) == 0, let found else {
            return false
        }
        defer { freeaddrinfo(found) }
        let descriptor = socket(found.pointee.ai_family, hints.ai_socktype, 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var limit = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit,
            socklen_t(MemoryLayout<timeval>.size))
        guard connect(descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0 else {
            return false
        }
        return isAnother(descriptor)
    }

    private static func isAnother(_ descriptor: Int32) -> Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, millisecondsMax) > 0 else { return true }
        var word = [UInt8](repeating: 0, count: 5)
        let count = recv(descriptor, &word, word.count, 0)
        guard count > 0 else { return false }
        return !Array("INFO ".utf8).starts(with: word.prefix(count))
    }
}
