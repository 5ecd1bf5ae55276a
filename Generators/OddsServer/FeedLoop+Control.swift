import NIOCore
import OddsSimulator
import OddsTraffic

// Control, and the world for bets.
extension FeedLoop {
    /// Pauses the feed, after a frame without records on each topic (see
    /// `FeedSource.writeFence`). The result is `false` if it was paused
    /// already.
    func pause() -> EventLoopFuture<Bool> {
        loop.submit { [self] in
            resumption?.cancel()
            let now = NIODeadline.now().uptimeNanoseconds
            guard clock.pause(now: now) else { return false }
            schedule()
            source.writeFence { collect($0, $1, $2, now) }
            handOut()
            publisher?.worldPaused()
            return true
        }
    }

    /// Resumes the feed.
    ///
    /// - Parameter time: When, on the machine's monotonic clock: what is due then counts from
    ///   that very time; `nil` is now.
    func resume(at time: UInt64? = nil) -> EventLoopFuture<Bool> {
        loop.submit { [self] in
            resumption?.cancel()
            let now = NIODeadline.now().uptimeNanoseconds
            guard let time, time > now, clock.isPaused else { return resumeNow(at: now) }
            resumption = loop.scheduleTask(deadline: .uptimeNanoseconds(time)) { [self] in
                _ = resumeNow(at: time)
            }
            return true
        }
    }

    private func resumeNow(at time: UInt64) -> Bool {
        resumption = nil
        let isChanged = clock.resume(now: time)
        for number in Array(openTopics.keys) { closeIfUnused(number) }
        closeUnusedContents()
        if isChanged { publisher?.worldResumed() }
        schedule()
        return isChanged
    }

    func change(scenario: String?, rate: Int?) -> EventLoopFuture<Void> {
        loop.submit { [self] in
            let nanoseconds = source.worldNanoseconds ?? 0
            let (scenario, rate) = try source.change(scenario: scenario, rate: rate)
            observe?(.changed(.init(nanoseconds: nanoseconds, scenario: scenario, rate: rate)))
            schedule()
        }
    }

    // Bets

    /// Calls `observe` with what becomes of the world from now on, in order.
    func observeWorld(_ observe: @escaping WorldObserver) {
        loop.execute { [self] in
            self.observe = observe
            source.keepSettlements()
            handOnNews(at: NIODeadline.now().uptimeNanoseconds)
        }
    }

    /// The offers of these ids as they are now.
    func quotes(_ ids: [UInt64], of key: QuoteKey) -> EventLoopFuture<[OfferQuote]> {
        loop.submit { [self] in source.quotes(ids, of: key) }
    }

    /// Injects the server faults of a plan from now on, by calling `strike`.
    func setFaults(
        _ plan: FaultPlan, strike: @escaping @Sendable (FaultRule) -> Void
    ) -> EventLoopFuture<Void> {
        loop.submit { [self] in
            faultTimer?.cancel()
            faultTimer = nil
            setSubscriptionFaults(plan)
            guard plan.rules.contains(where: { $0.fault.target == .server }) else { return }
            let now = Shard.nowSeconds
            faults = FaultDraw(plan, number: 0, startSeconds: now, nowSeconds: now)
            let period = TimeAmount.milliseconds(20)
            faultTimer = loop.scheduleRepeatedTask(initialDelay: period, delay: period) {
                [self] _ in
                for rule in faults?.due(at: Shard.nowSeconds) ?? [] { strike(rule) }
            }
        }
    }

    /// Restarts the feed with lower versions and closes all connections. If the
    /// source cannot be created, logs an error and keeps the current one.
    ///
    /// - Returns: A future of when it has.
    @discardableResult
    func restart() -> EventLoopFuture<Void> {
        loop.submit { [self] in
            let offset = Self.restartVersionOffset * Int64(epoch + 1)
            do {
                source = try makeSource(offset)
            } catch {
                logger.error("cannot restart: \(error)")
                throw error
            }
            if let observe {
                source.keepSettlements()
                observe(.restarted)
                nextPosition = 0
            }
            for shard in shards { _ = shard.closeAll() }
            epoch += 1
            let held = openTopics.values.filter { $0.publishedNumber != nil }
            openTopics = [:]
            numbers = [:]
            dropContents()
            restartPublished(held.map(\.text).sorted())
            ledger?.restart()
            do {
                try holdLedgerTopics()
            } catch {
                logger.error("the ledger cannot follow the restart: \(error)")
                dropLedger()
            }
            let wasPaused = clock.isPaused
            let now = NIODeadline.now().uptimeNanoseconds
            clock = FeedClock(now: now, speed: speed)
            if wasPaused { _ = clock.pause(now: now) }
            metrics.add(.restarts)
            logger.notice("restarted with versions \(-offset / 1_000) s lower")
            schedule()
        }
    }
}
