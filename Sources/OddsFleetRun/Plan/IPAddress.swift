import Foundation

/// An address of the internet protocol. An IPv4 address that is written as an IPv6 one is the
/// IPv4 address.
package struct IPAddress: Hashable, Sendable {
    /// 4 or 16 bytes.
    package let bytes: [UInt8]

    /// `nil` unless it is 4 or 16 bytes.
    package init?(bytes: some Collection<UInt8>) {
        guard [4, 16].contains(bytes.count) else { return nil }
        let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]
        let isMapped = bytes.count == 16 && bytes.starts(with: mapped)
        self.bytes = Array(isMapped ? bytes.dropFirst(12) : bytes.dropFirst(0))
    }

    /// `nil` for what is no numeric address, such as a name.
    package init?(_ text: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        let family = text.contains(":") ? AF_INET6 : AF_INET
        guard !text.utf8.contains(0), inet_pton(family, text, &bytes) == 1 else { return nil }
        self.init(bytes: bytes.prefix(family == AF_INET ? 4 : 16))
    }

    /// Whether both have the first bits in common.
    func shares(bits: Int, with other: IPAddress) -> Bool {
        guard bytes.count == other.bytes.count else { return false }
        for (index, pair) in zip(bytes, other.bytes).enumerated() {
            let left = bits - index * 8
            guard left > 0 else { return true }
            let mask: UInt8 = left >= 8 ? 0xFF : ~(0xFF >> UInt8(left))
            guard pair.0 & mask == pair.1 & mask else { return false }
        }
        return true
    }
}

extension IPAddress: CustomStringConvertible {
    package var description: String {
        var text = [CChar](repeating: 0, count: 64)
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        _ = inet_ntop(family, bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    }
}
