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
    /// There are messages, but no frame of a feed is among them; with what there is to
    /// say of them.
    case noFrames(file: String, reasons: [String])
    /// Frames of both providers.
    case severalProviders(file: String)
    /// Frames of two of SportRadar's sockets by turns, numbered from 0.
    case socketsAtOnce(file: String, Int, Int)
    /// There is no socket of that number.
    case noSocket(file: String, number: Int, count: Int)
    /// More channels than a capture may have, or one whose name is too long.
    case tooManyChannels(file: String)
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
        case .noFrames(let file, let reasons):
            "\(file) has no frame of a feed that is known; nothing was written"
                + reasons.map { "; \($0)" }.joined()
        case .severalProviders(let file):
            """
            \(file) has frames of EM's feed and of SportRadar's, and a capture is of one; choose \
            with --provider everymatrix or --provider sportradar
            """
        case .socketsAtOnce(let file, let one, let other):
            """
            \(file) has frames of two SportRadar sockets at once, whose contents would share a \
            state; choose with --socket \(min(one, other) + 1) or --socket \(max(one, other) + 1)
            """
        case .noSocket(let file, let number, let count):
            "\(file) has no socket \(number) with messages; there are \(count)"
        case .tooManyChannels(let file):
            """
            \(file) has more than \(CaptureLimits.channelsMax) channels, or one whose name is \
            longer than \(CaptureLimits.channelBytesMax >> 10) KiB, which a capture may not have
            """
        case .capture(let error): error.description
        }
    }
}
