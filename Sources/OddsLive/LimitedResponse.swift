import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Receives the answers to requests up to a size. `URLSession` by itself collects a body for as
/// long as one comes.
final class LimitedResponse: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    // Unchecked: mutable state is only used on the session's queue, one callback at a time.

    /// The answer has more bytes than that.
    struct TooLarge: Error {
        let bytesMax: Int
    }

    private let bytesMax: Int
    private var continuation: CheckedContinuation<(Data, URLResponse?), any Error>?
    private var body = Data()
    private var isTooLarge = false

    private init(_ bytesMax: Int) { self.bytesMax = bytesMax }

    /// Sends a request.
    ///
    /// - Throws: `TooLarge`; `URLError`; `CancellationError`.
    static func data(
        for request: URLRequest, upTo bytesMax: Int
    ) async throws -> (Data, URLResponse?) {
        try Task.checkCancellation()
        let response = LimitedResponse(bytesMax)
        let session = URLSession(
            configuration: .ephemeral, delegate: response, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        let task = session.dataTask(with: request)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                response.continuation = continuation
                task.resume()
            }
        } onCancel: {
            task.cancel()
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard body.count + data.count <= bytesMax else {
            isTooLarge = true
            body = Data()
            return dataTask.cancel()
        }
        body.append(data)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        if isTooLarge {
            continuation?.resume(throwing: TooLarge(bytesMax: bytesMax))
        } else if let error {
            continuation?.resume(throwing: error)
        } else {
            continuation?.resume(returning: (body, task.response))
        }
    }
}
