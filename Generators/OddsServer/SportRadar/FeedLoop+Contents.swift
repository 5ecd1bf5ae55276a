import NIOCore
import NIOPosix
import OddsSimulator
import OddsTraffic

// Contents of SportRadar's wire.
extension FeedLoop {
    /// Subscribes to a content, which then comes whole over the subscriber's socket, and after
    /// it its changes; again, if the subscriber has it already.
    func subscribe(_ id: String, to name: ContentName) -> EventLoopFuture<ContentRefusal?> {
        loop.submit { [self] in
            do throws(ContentRefusal) {
                try subscribeNow(id, to: name)
                metrics.add(.contentsSubscribed)
                return nil
            } catch {
                metrics.add(.contentsRefused)
                return error
            }
        }
    }

    private func subscribeNow(_ id: String, to name: ContentName) throws(ContentRefusal) {
        guard !shards.isEmpty else { throw .stopping }
        guard let subscriber = contentBook[id] else { throw .unknownSubscriber(id) }
        if let rule = strikes(.subscribeFails) { throw .fault(status: rule.status ?? 503) }
        let isNew = subscriber.contents[name] == nil
        guard !isNew || subscriber.contents.count < contentsMax else {
            throw .tooMany(contentsMax)
        }
        let content = try open(name)
        let refreshed: SharedFrame
        do throws(ContentRefusal) {
            refreshed = try self.refreshed(content)
        } catch {
            if !clock.isPaused { closeIfUnused(content) }
            throw error
        }
        if isNew { add(content, name, to: id) }
        guard let link = subscriber.link else { return }
        if let rule = strikes(.lateRefresh) {
            let delay = TimeAmount.milliseconds(Int64(rule.milliseconds ?? 500))
            loop.scheduleTask(in: delay) { [self] in refresh(name, of: id) }
        } else if strikes(.noRefresh) == nil {
            link.execute { $0.refresh(refreshed) }
        }
    }

    private func add(_ content: WorldFeed.ContentID, _ name: ContentName, to id: String) {
        contentBook[id]?.contents[name] = content
        contentBook.open[content]?.subscriberCount += 1
        metrics.change(.registrations, by: 1)
        guard let link = contentBook[id]?.link else { return }
        contentBook.open[content]?.counts[link.shard.index] += 1
        link.execute { $0.subscribe(content) }
    }

    /// Sends a content whole, if the subscriber still has it.
    private func refresh(_ name: ContentName, of id: String) {
        guard let subscriber = contentBook[id], let content = subscriber.contents[name],
            let link = subscriber.link, let refreshed = try? refreshed(content)
        else { return }
        link.execute { $0.refresh(refreshed) }
    }

    /// Sends all contents of a subscriber whole, for a socket that was too slow for their
    /// changes.
    func refreshAll(of id: String, number: UInt64) {
        loop.execute { [self] in
            guard let subscriber = contentBook[id], let link = subscriber.link,
                link.number == number
            else { return }
            let names = subscriber.contents.keys.sorted { "\($0)" < "\($1)" }
            let frames = names.compactMap { name in
                subscriber.contents[name].flatMap { try? refreshed($0) }
            }
            link.execute { $0.resync(frames) }
        }
    }

    /// Unsubscribes from a content. One that the subscriber does not have is no error.
    func unsubscribe(_ id: String, from name: ContentName) -> EventLoopFuture<ContentRefusal?> {
        loop.submit { [self] in
            guard contentBook[id] != nil else { return .unknownSubscriber(id) }
            metrics.add(.contentsUnsubscribed)
            guard let content = contentBook[id]?.contents.removeValue(forKey: name) else {
                return nil
            }
            if let link = contentBook[id]?.link {
                contentBook.open[content]?.counts[link.shard.index] -= 1
                link.execute { $0.unsubscribe(content) }
            }
            metrics.change(.registrations, by: -1)
            release(content)
            return nil
        }
    }

    /// A content as a whole, for somebody who does not subscribe to it.
    func content(
        _ name: ContentName
    ) -> EventLoopFuture<Result<(data: [UInt8], version: UInt64), ContentRefusal>> {
        loop.submit { [self] in
            guard let contentSource else { return .failure(.stopping) }
            do throws(ContentError) {
                return .success((try contentSource.data(of: name), stepCount))
            } catch {
                return .failure(.content(error))
            }
        }
    }

    /// The state that a content should show now, as a snapshot document of the contract, which
    /// is made on `thread`.
    func truth(ofContent name: ContentName, on thread: NIOThreadPool) async throws -> [UInt8] {
        try await thread.runIfActive { [self] in
            FeedTruth.document(refreshed: try currentElement(of: name).wait())
        }
    }

    private func currentElement(of name: ContentName) -> EventLoopFuture<[UInt8]> {
        loop.submit { [self] in
            let content = try open(name)
            defer { if !clock.isPaused { closeIfUnused(content) } }
            guard let contentSource else { throw ContentRefusal.stopping }
            return try contentSource.refreshed(content)
        }
    }

    func open(_ name: ContentName) throws(ContentRefusal) -> WorldFeed.ContentID {
        if let known = contentBook.ids[name] { return known }
        guard let contentSource else { throw .stopping }
        do throws(ContentError) {
            let content = try contentSource.open(name)
            contentBook.add(content, name, shardCount: shards.count)
            return content
        } catch {
            throw .content(error)
        }
    }

    /// The frame in which a content comes whole, as many may ask for it at the same moment.
    private func refreshed(_ content: WorldFeed.ContentID) throws(ContentRefusal) -> SharedFrame {
        if let known = contentBook.refreshed[content] { return known }
        guard let contentSource else { throw .stopping }
        do throws(ContentError) {
            let frame = SharedFrame(
                topic: -1,
                bytes: SocketFrame.frame(
                    of: [try contentSource.refreshed(content)],
                    due: stampsFrames ? newestStepDue : nil),
                recordCount: 0, intendedNanoseconds: NIODeadline.now().uptimeNanoseconds,
                memory: memory)
            contentBook.refreshed[content] = frame
            return frame
        } catch {
            throw .content(error)
        }
    }
}
