/// A message of which a part has come.
package struct UnfinishedMessage: Equatable, Sendable {
    /// Tells it from others of its connection.
    package let number: Int
    /// The bytes that are held of it.
    package internal(set) var byteCount: Int
}
