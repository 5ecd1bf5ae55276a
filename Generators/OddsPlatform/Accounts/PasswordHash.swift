import COpenSSL

/// The hash of a password by scrypt (RFC 7914) with block size 8 and five lanes, of
/// OpenSSL. Its text form carries cost and salt, in the manner of PHC strings.
package struct PasswordHash: Hashable, Sendable {
    /// The binary logarithm of scrypt's cost parameter N: each step doubles time and
    /// memory, which is 1 KiB at the lowest and 16 MiB at the default cost.
    package struct Cost: Hashable, Sendable {
        /// 1 to 20.
        package let logarithm: Int

        /// `nil` outside of 1 to 20.
        package init?(logarithm: Int) {
            guard Self.range.contains(logarithm) else { return nil }
            self.logarithm = logarithm
        }

        private init(_ logarithm: Int) { self.logarithm = logarithm }

        /// The costs that can be chosen.
        package static let range = 1...20
        /// What OWASP's Password Storage Cheat Sheet recommends for five lanes.
        package static let standard = Cost(14)
        /// For players who are simulated.
        package static let lowest = Cost(1)
    }

    private static let blockSize = 8
    private static let laneCount = 5
    private static let saltByteCount = 16
    private static let hashByteCount = 32

    private let cost: Cost
    private let salt: [UInt8]
    private let hash: [UInt8]

    /// Hashes a password under a salt of its own.
    ///
    /// - Complexity: a quarter of a second at the default cost.
    package init(of password: String, cost: Cost) {
        var random = SystemRandomNumberGenerator()
        let salt = (0..<Self.saltByteCount).map { _ in UInt8.random(in: 0...255, using: &random) }
        self.init(of: password, cost: cost, salt: salt)
    }

    private init(of password: String, cost: Cost, salt: [UInt8]) {
        self.cost = cost
        self.salt = salt
        var hash = [UInt8](repeating: 0, count: Self.hashByteCount)
        let password = Array(password.utf8)
        let status = password.withUnsafeBytes { password in
            EVP_PBE_scrypt(
                password.baseAddress?.assumingMemoryBound(to: CChar.self) ?? Self.noBytes,
                password.count, salt, salt.count, UInt64(1) << UInt64(cost.logarithm),
                UInt64(Self.blockSize), UInt64(Self.laneCount), Self.memoryMax, &hash, hash.count)
        }
        precondition(status == 1, "scrypt failed: no memory")
        self.hash = hash
    }

    /// OpenSSL takes a password of no bytes only with a pointer.
    private static nonisolated(unsafe) let noBytes = UnsafePointer(
        UnsafeMutablePointer<CChar>.allocate(capacity: 1))
    /// Above the 1 GiB of the highest cost.
    private static let memoryMax: UInt64 = 2 << 30

    /// Whether this is the hash of that password. Compares in constant time.
    package func matches(_ password: String) -> Bool {
        let other = PasswordHash(of: password, cost: cost, salt: salt)
        return CRYPTO_memcmp(hash, other.hash, hash.count) == 0
    }

    /// `$scrypt$ln=14,r=8,p=5$SALT$HASH`, salt and hash in hexadecimal.
    package var text: String {
        "$scrypt$ln=\(cost.logarithm),r=\(Self.blockSize),p=\(Self.laneCount)"
            + "$\(Hexadecimal.text(salt))$\(Hexadecimal.text(hash))"
    }

    /// Reads the text form; `nil` if it is none.
    package init?(text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt",
            parts[2].hasPrefix("ln="),
            parts[2].hasSuffix(",r=\(Self.blockSize),p=\(Self.laneCount)"),
            let logarithm = Int(parts[2].dropFirst(3).prefix { $0 != "," }),
            let cost = Cost(logarithm: logarithm),
            let salt = Hexadecimal.bytes(parts[3]), let hash = Hexadecimal.bytes(parts[4]),
            hash.count == Self.hashByteCount
        else { return nil }
        self.cost = cost
        self.salt = salt
        self.hash = hash
    }
}
