import HTTPTypes
import Hummingbird
import NIOCore
import OddsPlatform

/// Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html)
/// of a player's pushes.
enum EventStream {
    /// A response that lasts until the stream ends, or the session does.
    static func response(_ events: AsyncStream<Push>, session: String?) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                // The head goes out with the first bytes: a comment, so that clients know
                // that events count from now on.
                try await writer.write(ByteBuffer(string: ":\n\n"))
                for await event in events {
                    for json in event.messages {
                        var buffer = ByteBuffer(string: "data:")
                        buffer.writeBytes(json)
                        buffer.writeString("\n\n")
                        try await writer.write(buffer)
                    }
                    if event.endedSession == session { break }
                }
                try await writer.finish(nil)
            })
    }

    /// A response of cashout values that lasts until their stream ends.
    static func response(_ messages: AsyncStream<CashoutMessage>) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                for await message in messages {
                    var buffer = ByteBuffer()
                    if let json = message.json {
                        buffer.writeString("data:")
                        buffer.writeBytes(json)
                    } else {
                        buffer.writeString(":")
                    }
                    buffer.writeString("\n\n")
                    try await writer.write(buffer)
                }
                try await writer.finish(nil)
            })
    }
}
