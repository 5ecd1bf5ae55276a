import HTTPTypes

/// A request of the control interface beside those of the feed.
package struct ControlRoute: Sendable {
    /// Answers with JSON.
    ///
    /// - Throws: `ControlRefusal`.
    package typealias Handler = @Sendable (
        _ parameters: [Substring], _ body: [UInt8]
    ) async throws(ControlRefusal) -> [UInt8]

    let method: HTTPRequest.Method
    let path: String
    let handler: Handler

    /// - Parameter path: Has parameters in braces, whose values the handler gets in order.
    package init(
        _ method: HTTPRequest.Method, _ path: String, _ handler: @escaping Handler
    ) {
        self.method = method
        self.path = path
        self.handler = handler
    }

    /// The values of the parameters in a path; `nil` if it is another one.
    func parameters(in path: String) -> [Substring]? { PathPattern(self.path).parameters(in: path) }
}

/// Why a control request is refused.
package struct ControlRefusal: Error, Sendable {
    let status: HTTPResponse.Status
    /// The status, as HTTP has it.
    package var statusCode: Int { status.code }
    /// The reason, and what to do.
    package let message: String
    /// The methods that the path takes, if it is the method that is refused.
    var allowedMethods: [String] = []

    /// A refusal with that status.
    package init(_ status: HTTPResponse.Status, _ message: String) {
        self.status = status
        self.message = message
    }
}
