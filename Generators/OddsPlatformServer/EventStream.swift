import HTTPTypes
import Hummingbird
import NIOCore
import OddsPlatform

/// Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html).
enum EventStream {
    /// A response of a player's pushes that lasts until the stream ends, or the session does.
    static func response(_ events: AsyncStream<Push>, session: String?) -> Response {
        response { writer in
            // The head goes out with the first bytes: a comment, so that clients know
            // that events count from now on.
            try await writer.write(comment)
            for await event in events {
                for json in event.messages { try await writer.write(data(json)) }
                if event.endedSession == session { break }
            }
        }
    }

    /// A response of cashout values that lasts until their stream ends.
    static func response(_ messages: AsyncStream<CashoutMessage>) -> Response {
        response { writer in
            for await message in messages {
                try await writer.write(message.json.map(data) ?? comment)
            }
        }
    }

    private static func response(
        _ write: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void
    ) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                try await write(&writer)
                try await writer.finish(nil)
            })
    }

    /// An event, with the terminator.
    private static func data(_ json: [UInt8]) -> ByteBuffer {
        var buffer = ByteBuffer(string: "data:")
        buffer.writeBytes(json)
        buffer.writeString("\n\n")
        return buffer
    }

    /// A comment, which is no event.
    private static let comment = ByteBuffer(string: ":\n\n")
}
