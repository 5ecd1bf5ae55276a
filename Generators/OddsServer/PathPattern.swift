/// The path of a route, which may have parameters in braces: `/payments/{tx}`.
package struct PathPattern: Sendable {
    private let parts: [String]

    /// A pattern.
    package init(_ path: String) { parts = Self.parts(path).map(String.init) }

    private static func parts(_ path: String) -> [Substring] {
        path.split(separator: "/", omittingEmptySubsequences: false)
    }

    /// The values of the parameters in a path, none of which is empty; `nil` if it is
    /// another one.
    ///
    /// - Complexity: O(bytes).
    package func parameters(in path: String) -> [Substring]? {
        let found = Self.parts(path)
        guard parts.count == found.count else { return nil }
        var parameters: [Substring] = []
        for (expected, part) in zip(parts, found) {
            if expected.hasPrefix("{"), !part.isEmpty {
                parameters.append(part)
            } else if expected != part {
                return nil
            }
        }
        return parameters
    }
}
