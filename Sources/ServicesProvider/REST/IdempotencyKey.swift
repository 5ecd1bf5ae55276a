/// Keys that mark repetitions of one request.
enum IdempotencyKey {
    /// Whether a header field can carry a key, and servers take it: visible ASCII characters.
    static func isKey(_ key: String, lengthMax: Int = 64) -> Bool {
        (1...lengthMax).contains(key.utf8.count) && key.utf8.allSatisfy { 33...126 ~= $0 }
    }
}
