import OddsCapture

/// Makes captures of what others recorded of a feed.
package enum CaptureConversion {
    /// Converts the WebSocket messages of a HAR file. Those of several connections are ordered
    /// by their times.
    ///
    /// - Returns: A report of each connection.
    /// - Throws: `ConversionError`; then nothing is written.
    /// - Complexity: O(bytes + messages × log messages). Memory: the messages' places, and the
    ///   largest message.
    package static func convert(
        har file: String, _ choice: ConversionChoice = ConversionChoice(), to output: String
    ) throws(ConversionError) -> [ConvertedMessages] {
        let archive = try HARArchive(path: file)
        let count = archive.connections.count
        if let socket = choice.socket, !(1...count).contains(socket) {
            throw .noSocket(file: file, number: socket, count: count)
        }
        let chosen = choice.socket.map { $0 - 1..<$0 } ?? 0..<count
        var reports = archive.connections.map { connection in
            var report = ConvertedMessages(source: connection.url)
            report.untimedCount = connection.untimedCount
            return report
        }
        var conversations = archive.connections.map { _ in FeedConversation() }
        var capture = try ConvertedCapture(output, of: file, choice)
        let messages = chosen.flatMap { index in
            archive.connections[index].messages.map { (connection: index, message: $0) }
        }
        // The sort is stable, and the times of a connection do not decrease.
        for (index, message) in messages.sorted(by: { $0.message.at < $1.message.at }) {
            for part in archive.take(message, of: &conversations[index]) {
                let session = FeedSession(connection: index, number: part.session)
                try capture.take(part.content, of: session, at: message.at, &reports[index])
            }
        }
        let chosenReports = Array(reports[chosen])
        try capture.finish(chosenReports)
        return chosenReports
    }

    /// Converts a file that has one message on each line: messages of WAMP or of SportRadar's
    /// socket, of either side, or frames alone.
    ///
    /// - Parameter intervalNanoseconds: From one message to the next, in place of times.
    /// - Returns: A report.
    /// - Throws: `ConversionError`; then nothing is written.
    /// - Complexity: O(bytes). Memory: the longest line.
    package static func convert(
        lines file: String, _ choice: ConversionChoice = ConversionChoice(),
        intervalNanoseconds: UInt64, to output: String
    ) throws(ConversionError) -> ConvertedMessages {
        var report = ConvertedMessages(source: file)
        var conversation = FeedConversation(takesObjects: true)
        var capture = try ConvertedCapture(output, of: file, choice)
        var lines = try reading { () throws(CaptureError) in try LineReader(path: file) }
        var count: UInt64 = 0
        while let messages = try reading({ () throws(CaptureError) in
            try lines.withNextLine { conversation.take($0) }
        }) {
            for message in messages {
                let at = Int64(count &* intervalNanoseconds / 1_000_000)
                count += 1
                let session = FeedSession(connection: 0, number: message.session)
                try capture.take(message.content, of: session, at: at, &report)
            }
        }
        try capture.finish([report])
        return report
    }

    private static func reading<Value: ~Copyable>(
        _ body: () throws(CaptureError) -> Value
    ) throws(ConversionError) -> Value {
        do {
            return try body()
        } catch {
            throw .capture(error)
        }
    }
}
