import OddsExperiments
import OddsMeasurement
import OddsResults
import ServicesProvider

/// One run of players against a platform: the logins before it, the window with its
/// storms, and the checks.
package struct PlatformLoad {
    let plan: PlatformPlan
    let service: any PlatformService
    let progress: ExperimentProgress

    package init(
        plan: PlatformPlan, service: any PlatformService, progress: ExperimentProgress = .silent
    ) {
        self.plan = plan
        self.service = service
        self.progress = progress
    }

    /// - Parameter repetition: The run's number, from 1.
    /// - Throws: `ExperimentFailure` after an interruption before the window opened,
    ///   besides errors of the service. A later one closes the window.
    package func run(repetition: Int = 1) async throws -> PlatformRun {
        try await LoadTransport.run(connections: plan.connections) {
            try await run(repetition, over: $0)
        }
    }

    private func run(
        _ repetition: Int, over transport: any HTTPTransport
    ) async throws -> PlatformRun {
        var usage = WindowUsage(service: service.process)
        let counts = ExchangeCounts()
        let crowd = PlayerCrowd(
            service: service, transport: transport, counts: counts, progress: progress)
        let players = try await crowd.makePlayers(
            plan.players, balanceCents: PlatformPlan.balanceCents)
        defer { for player in players { player.client.disconnect() } }
        let before = try await service.counts()
        try await crowd.logIn(players)
        let payments = try await firstPayments(players)
        try Interruption.current.check()

        let start = MonotonicClock().now
        let open = start + UInt64(plan.warmup / .nanoseconds(1))
        let recorder = RequestRecorder(
            open: open, routes: plan.mix.weights.map(\.route), isFollowed: plan.isFollowed)
        recorder.close(at: open + UInt64(plan.duration / .nanoseconds(1)))
        let dispatcher = RequestDispatcher(plan, players, recorder, payments)
        let dispatching = Task { try await BlockingWork.run { dispatcher.run(from: start) } }
        var window: PlatformWindow
        do {
            window = try await follow(recorder, dispatcher, open: open, usage: &usage)
        } catch {
            dispatcher.loop.stop()
            throw error
        }
        recorder.close(at: window.times.upperBound)
        // What is due within the window is begun in any case, however late.
        if window.isCutShort { dispatcher.loop.stop() }
        try await dispatching.value
        window.leftOver = try await dispatcher.loop.drain(within: PlatformPlan.drainLimit) {
            progress.note("waiting for \($0) requests")
        }
        progress.note("comparing balances and counts")
        let findings = await AuditFindings {
            try await PlatformAudit(
                plan: plan, service: service, players: players, counts: counts, before: before
            ).run()
        }
        usage.end()
        return result(repetition, window, recorder.notes, findings, usage)
    }

    // MARK: Before the window

    /// Payments to ask about from the beginning.
    private func firstPayments(_ players: [SimulatedPlayer]) async throws -> KnownPayments {
        let payments = KnownPayments()
        guard plan.mix.share(of: .status) > 0 else { return payments }
        for _ in 0..<PlayerCrowd.loginAttemptsMax {
            guard payments.payment(0) == nil else { break }
            do throws(ServiceProviderError) {
                let page = try await players[0].openCashier()
                payments.add(0, try await players[0].pay(cents: 1, at: page))
            } catch {
                await players[0].returnAfter(error)
            }
        }
        guard payments.payment(0) != nil else {
            throw ExperimentFailure(.unavailable, "no payment can be completed")
        }
        return payments
    }

    // MARK: The window

    /// Lets warm-up and window pass, and expires all sessions as often as planned.
    private func follow(
        _ recorder: RequestRecorder, _ dispatcher: RequestDispatcher, open: UInt64,
        usage: inout WindowUsage
    ) async throws -> PlatformWindow {
        progress.update(.warmup, elapsed: 0)
        var window = try await PlatformWindow(openingAt: open)
        usage.open()
        try await window.pass(
            plan.duration, after: plan.warmup, progress, interval: recorder.takeInterval
        ) { window, passed in
            if passed >= plan.start(ofStorm: window.storms) {
                window.storms += 1
                progress.note("storm \(window.storms) of \(plan.storms)")
                window.expired += try await service.expireSessions()
                dispatcher.sendBalances(plan.stormRequests)
            }
            return plan.start(ofStorm: window.storms)
        }
        usage.close(seconds: window.seconds)
        return window
    }
}
