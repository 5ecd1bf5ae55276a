/// Keeps a store's content subscribed, which its client does. Its store isolates it.
final class ContentSubscription {
    private let client: SportRadarSocketClient
    private let content: SportRadarContent
    private let fold: ContentFold

    init(_ client: SportRadarSocketClient, _ content: SportRadarContent, _ fold: ContentFold) {
        self.client = client
        self.content = content
        self.fold = fold
    }

    deinit {
        guard !client.isShutDown.withLockedValue(\.self) else { return }
        Task { [client, content] in await client.releaseTree(of: content) }
    }

    func open(_ store: isolated ChannelDataStore) {
        fold.attach(to: client.trees, at: client.openTree(of: content))
        client.assumeIsolated { [content] in $0.open(content, store) }
    }

    func close(_ store: isolated ChannelDataStore) {
        client.assumeIsolated { [content] in $0.close(content) }
    }
}
