import Foundation
import OddsCapture

/// Why messages could not be converted into a capture.
package enum ConversionError: Error, CustomStringConvertible {
    /// A HAR file that is there cannot be read.
    case unreadable(file: String, reason: any Error)
    /// It is no HAR file.
    case notHAR(file: String, what: String)
    /// A HAR file without messages of WebSockets.
    case noMessages(file: String)
    /// There are messages, but no frame of the feed is among them.
    case noFrames(file: String)
    /// Reading lines, or writing the capture.
    case capture(CaptureError)

    /// One line.
    package var description: String {
        switch self {
        case .unreadable(let file, let reason):
            "\(file): cannot be read: \(reason.localizedDescription)"
        case .notHAR(let file, let what): "\(file) is no HAR file: \(what)"
        case .noMessages(let file):
            """
            \(file) has no WebSocket messages: export it from the network panel of Chromium's \
            developer tools, which was open when the page was loaded
            """
        case .noFrames(let file): "\(file) has no frame of EM's feed; nothing was written"
        case .capture(let error): error.description
        }
    }
}
