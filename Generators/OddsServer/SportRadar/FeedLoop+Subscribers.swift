import NIOCore
import OddsSimulator
import OddsTraffic

// The subscribers of contents, and their sockets.
extension FeedLoop {
    /// A client has said who it is; `nil` asks for a new subscriber.
    func listen(as id: String?, _ link: ContentLink) {
        loop.execute { [self] in
            guard !shards.isEmpty else { return }
            guard let id else { return attach(link, to: makeSubscriber(), isBack: false) }
            guard contentBook[id] != nil else { return link.execute { $0.refuse(id) } }
            attach(link, to: id, isBack: true)
        }
    }

    private func makeSubscriber() -> String {
        if contentBook.subscribers.count >= subscribersMax, let gone = contentBook.longestGone {
            forget(subscriber: gone)
        }
        metrics.add(.subscribersMade)
        metrics.change(.subscribers, by: 1)
        return contentBook.makeSubscriber()
    }

    /// Gives a subscriber a socket, in place of the one that it may have.
    private func attach(_ link: ContentLink, to id: String, isBack: Bool) {
        guard var subscriber = contentBook[id] else { return }
        subscriber.expiry?.cancel()
        subscriber.expiry = nil
        if let old = subscriber.link {
            contentBook.count(subscriber, on: old.shard, by: -1)
            old.execute { $0.giveWay() }
        }
        subscriber.link = link
        contentBook.count(subscriber, on: link.shard, by: 1)
        contentBook[id] = subscriber
        if isBack { metrics.add(.subscribersBack) }
        let contents = Array(subscriber.contents.values)
        link.execute { $0.beginListening(as: id, contents) }
    }

    /// A subscriber's socket is gone. It and its contents are kept for a while.
    func unlink(_ id: String, number: UInt64) {
        loop.execute { [self] in
            guard let subscriber = contentBook[id], let link = subscriber.link,
                link.number == number
            else { return }
            contentBook.count(subscriber, on: link.shard, by: -1)
            contentBook.unlink(
                id,
                expiry: loop.scheduleTask(in: .milliseconds(subscriberLifeMilliseconds)) {
                    [self] in forget(subscriber: id)
                })
        }
    }

    /// Forgets a subscriber, which its socket is not told.
    func forgetSubscriber(_ id: String) {
        loop.execute { [self] in forget(subscriber: id) }
    }

    private func forget(subscriber id: String) {
        guard let subscriber = contentBook[id] else { return }
        subscriber.expiry?.cancel()
        if let link = subscriber.link {
            contentBook.count(subscriber, on: link.shard, by: -1)
            for content in subscriber.contents.values {
                link.execute { $0.unsubscribe(content) }
            }
        }
        contentBook[id] = nil
        for content in subscriber.contents.values { release(content) }
        metrics.change(.registrations, by: -subscriber.contents.count)
        metrics.change(.subscribers, by: -1)
        metrics.add(.subscribersForgotten)
    }

    /// One subscriber less has a content.
    func release(_ content: WorldFeed.ContentID) {
        contentBook.open[content]?.subscriberCount -= 1
        if !clock.isPaused { closeIfUnused(content) }
    }

    /// Like a topic, a content that nobody has stays open during a pause.
    func closeIfUnused(_ content: WorldFeed.ContentID) {
        guard let open = contentBook.open[content], open.subscriberCount == 0,
            open.ledgerIndex == nil
        else { return }
        contentBook.remove(content)
        contentSource?.close(content)
    }

    func closeUnusedContents() {
        for content in Array(contentBook.open.keys) { closeIfUnused(content) }
    }

    /// Forgets all subscribers: the world that they follow is gone.
    func dropContents() {
        metrics.add(.subscribersForgotten, contentBook.subscribers.count)
        for subscriber in contentBook.subscribers.values {
            subscriber.expiry?.cancel()
            metrics.change(.registrations, by: -subscriber.contents.count)
            metrics.change(.subscribers, by: -1)
        }
        contentBook = ContentBook()
    }
}
