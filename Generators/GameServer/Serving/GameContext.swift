import Hummingbird
import NIOCore

/// A request with the channel and the port that it came in at.
struct GameContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    var port: Int { channel.localAddress?.port ?? 0 }
}
