import Foundation

/// A TCP server that is not NATS: it says something, or nothing, to whoever connects.
final class OtherServer: @unchecked Sendable {
    // Unchecked: nothing changes once it listens.
    let port: Int
    private let descriptor: Int32

    init(says words: Data) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        port = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length)
                getsockname(descriptor, $0, &length)
                return $0.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    Int(UInt16(bigEndian: $0.pointee.sin_port))
                }
            }
        }
        guard listen(descriptor, 8) == 0 else { throw CocoaError(.fileReadUnknown) }
        Thread.detachNewThread {
            while case let peer = accept(descriptor, nil, nil), peer >= 0 {
                _ = words.withUnsafeBytes { send(peer, $0.baseAddress, $0.count, 0) }
            }
        }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }
}
