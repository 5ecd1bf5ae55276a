#if canImport(CryptoKit)
    import CryptoKit
#else
    import COpenSSL
#endif

/// A SHA-256 digest, after FIPS 180-4: what identifies traffic, states and
/// files in results.
public struct SHA256Digest: Equatable, Sendable {
    /// The digest's 32 bytes, most significant first.
    public let bytes: [UInt8]

    fileprivate init(bytes: [UInt8]) { self.bytes = bytes }

    /// The digest of one piece of data.
    ///
    /// - Complexity: O(n) in the bytes.
    public init(of data: some Collection<UInt8>) {
        var hasher = Hasher()
        let isContiguous: Void? = data.withContiguousStorageIfAvailable {
            hasher.update(UnsafeRawBufferPointer($0))
        }
        if isContiguous == nil { Array(data).withUnsafeBytes { hasher.update($0) } }
        self = hasher.finalize()
    }

    /// The digest as 64 lower-case hexadecimal digits.
    public var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self)
    }
}

extension SHA256Digest {
    /// Computes a digest piece by piece. The pieces' bounds do not matter.
    ///
    /// It allocates when it is created and when it is finalized, never in
    /// `update`. One thread at a time may use it.
    public struct Hasher: ~Copyable {
        #if canImport(CryptoKit)
            private var state = SHA256()

            /// A hasher that has seen no bytes.
            public init() {}

            /// Appends bytes to the data.
            ///
            /// - Complexity: O(n) in the bytes.
            public mutating func update(_ bytes: UnsafeRawBufferPointer) {
                state.update(bufferPointer: bytes)
            }

            /// The digest of all bytes since creation or the last digest. The
            /// hasher is then as if newly created.
            public mutating func finalize() -> SHA256Digest {
                defer { state = SHA256() }
                return SHA256Digest(bytes: Array(state.finalize()))
            }
        #else
            /// An `EVP_MD_CTX`.
            private let context: OpaquePointer

            /// A hasher that has seen no bytes.
            public init() {
                guard let context = EVP_MD_CTX_new() else {
                    preconditionFailure("libcrypto has no memory for a digest")
                }
                self.context = context
                begin()
            }

            deinit { EVP_MD_CTX_free(context) }

            /// Appends bytes to the data.
            ///
            /// - Complexity: O(n) in the bytes.
            public mutating func update(_ bytes: UnsafeRawBufferPointer) {
                let status = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
                precondition(status == 1, "libcrypto's SHA-256 failed")
            }

            /// The digest of all bytes since creation or the last digest. The
            /// hasher is then as if newly created.
            public mutating func finalize() -> SHA256Digest {
                let bytes = [UInt8](unsafeUninitializedCapacity: 32) { bytes, count in
                    let status = EVP_DigestFinal_ex(context, bytes.baseAddress, nil)
                    precondition(status == 1, "libcrypto's SHA-256 failed")
                    count = 32
                }
                begin()
                return SHA256Digest(bytes: bytes)
            }

            private func begin() {
                let status = EVP_DigestInit_ex(context, EVP_sha256(), nil)
                precondition(status == 1, "libcrypto offers no SHA-256")
            }
        #endif
    }
}
