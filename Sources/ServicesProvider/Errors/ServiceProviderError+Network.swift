extension ServiceProviderError {
    /// `true` if the way to the server failed: the same request may succeed later.
    public var isNetworkError: Bool {
        [.noNetworkConnection, .timedOut, .onConnection].contains(self)
    }

    /// The case that fits the text of a failure on the way to the server. Errors are matched by
    /// `isNetworkError`.
    ///
    /// - Parameter text: Words of the system, which go no further. Those of a time limit, such
    ///   as "timed out", make `timedOut`, all others `noNetworkConnection`.
    @available(*, deprecated, message: "Errors carry no text: noNetworkConnection or timedOut")
    public static func networkError(_ text: String) -> ServiceProviderError {
        let words = text.lowercased()
        return words.contains("timed out") || words.contains("timeout")
            ? .timedOut : .noNetworkConnection
    }
}
