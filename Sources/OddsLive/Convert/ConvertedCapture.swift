import OddsCapture

/// What a conversion takes of a file with several possibilities.
package struct ConversionChoice: Sendable {
    /// The channel of frames whose messages do not say it.
    package var channel: String?
    /// The provider whose frames are taken; `nil` for the only one.
    package var provider: FeedProvider?
    /// The number of the socket, from 1, whose messages are taken; `nil` for all.
    package var socket: Int?

    package init(channel: String? = nil, provider: FeedProvider? = nil, socket: Int? = nil) {
        self.channel = channel
        self.provider = provider
        self.socket = socket
    }
}

/// The capture that a conversion writes: of one provider (SR-K1), and of one of SportRadar's
/// sockets at a time, as their contents would share a state. One without frames gets no name.
struct ConvertedCapture: ~Copyable {
    private let file: String
    private let choice: ConversionChoice
    private var writer: CaptureWriter
    private var channels = SessionChannels()
    /// That of the frames so far.
    private var provider: FeedProvider?
    /// SportRadar's sockets with frames so far; the last one is the current.
    private var sockets: [Int] = []

    init(
        _ output: String, of file: String, _ choice: ConversionChoice
    ) throws(ConversionError) {
        self.file = file
        self.choice = choice
        do {
            writer = try CaptureWriter(path: output)
        } catch {
            throw .capture(error)
        }
    }

    /// Counts a message, and writes the frame in it.
    mutating func take(
        _ content: FeedConversation.Content, of session: FeedSession, at: Int64,
        _ report: inout ConvertedMessages
    ) throws(ConversionError) {
        switch content {
        case .frame(let channel, let bytes):
            try writeFeedFrame(bytes, channel, of: session, at, &report)
        case .unnamed(let reason, let bytes):
            if let channel = choice.channel {
                try writeFeedFrame(bytes, channel, of: session, at, &report)
            } else {
                report.noteUnnamed(reason)
            }
        case .socketFrame(let bytes):
            guard try takes(.sportRadar) else { return report.noteOther() }
            try enter(session.connection)
            try write(bytes, FeedProvider.socketChannel, at, &report)
        case .other: report.noteOther()
        case .unreadable(let reason): report.noteUnreadable(reason)
        }
    }

    private mutating func writeFeedFrame(
        _ frame: [UInt8], _ channel: String, of session: FeedSession, _ at: Int64,
        _ report: inout ConvertedMessages
    ) throws(ConversionError) {
        guard try takes(.everyMatrix) else { return report.noteOther() }
        guard let name = channels.name(of: channel, in: session) else {
            throw .tooManyChannels(file: file)
        }
        try write(frame, name, at, &report)
    }

    /// Whether frames of a provider are taken.
    private mutating func takes(_ provider: FeedProvider) throws(ConversionError) -> Bool {
        if let chosen = choice.provider, chosen != provider { return false }
        if let other = self.provider, other != provider { throw .severalProviders(file: file) }
        self.provider = provider
        writer.provider = provider
        return true
    }

    private mutating func enter(_ socket: Int) throws(ConversionError) {
        guard socket != sockets.last else { return }
        guard !sockets.contains(socket) else {
            throw .socketsAtOnce(file: file, socket, sockets[sockets.count - 1])
        }
        sockets.append(socket)
    }

    private mutating func write(
        _ frame: [UInt8], _ channel: String, _ at: Int64, _ report: inout ConvertedMessages
    ) throws(ConversionError) {
        report.noteFrame(of: channel)
        do throws(CaptureError) {
            try frame.withUnsafeBytes { bytes in
                Result { () throws(CaptureError) in
                    let form =
                        writer.provider == .sportRadar ? ContentRecording.form(of: bytes) : nil
                    try writer.write(bytes, channel: channel, at: at, as: form)
                }
            }.get()
        } catch {
            throw .capture(error)
        }
    }

    /// Gives the file its name.
    ///
    /// - Throws: `ConversionError`, with what `reports` say, if there is no frame.
    consuming func finish(_ reports: [ConvertedMessages]) throws(ConversionError) {
        guard provider != nil else {
            throw .noFrames(file: file, reasons: reports.flatMap(\.reservations))
        }
        do {
            try writer.finish()
        } catch {
            throw .capture(error)
        }
    }
}
