import NIOConcurrencyHelpers
import OddsExperiments
import OddsMeasurement
import OddsResults
import ServicesProvider

/// Sends requests when they are due.
final class RequestDispatcher: Sendable {
    private let plan: PlatformPlan
    private let players: [SimulatedPlayer]
    private let recorder: RequestRecorder
    private let payments: KnownPayments
    let loop: OpenLoop

    init(
        _ plan: PlatformPlan, _ players: [SimulatedPlayer], _ recorder: RequestRecorder,
        _ payments: KnownPayments
    ) {
        self.plan = plan
        self.players = players
        self.recorder = recorder
        self.payments = payments
        loop = OpenLoop(underWayMax: plan.requestsMax)
    }

    /// Sends all requests of the schedule, on a thread of its own.
    ///
    /// - Parameter start: When the schedule begins, on the monotonic clock.
    func run(from start: UInt64) {
        for request in RequestSchedule(plan) {
            let intended = start + request.nanoseconds
            guard loop.wait(until: intended) else { return }
            send(request, intended: intended)
        }
        let end = (plan.warmup + plan.duration) / .nanoseconds(1)
        _ = loop.wait(until: start + UInt64(end))
    }

    /// Sends balances of all players in turn, which are due now.
    func sendBalances(_ count: Int) {
        let now = MonotonicClock().now
        for number in 0..<count {
            let request = PlannedRequest(
                nanoseconds: 0, route: .balance, player: number % players.count, draw: 0)
            send(request, intended: now, isScheduled: false)
        }
    }

    private func send(_ request: PlannedRequest, intended: UInt64, isScheduled: Bool = true) {
        let isSent = loop.hasRoom
        recorder.noteDue(request.route, intended: intended, isSent: isSent)
        guard isSent else { return }
        loop.begin { [self] in
            await perform(request, intended: intended, isScheduled: isScheduled)
        }
    }

    private func perform(
        _ request: PlannedRequest, intended: UInt64, isScheduled: Bool
    ) async {
        let sent = MonotonicClock().now
        func times() -> RequestRecorder.Times {
            .init(
                intended: intended, sent: sent, ended: MonotonicClock().now,
                isScheduled: isScheduled)
        }
        // That of a payment is whoever paid.
        let payment = request.route == .status ? payments.payment(request.draw) : nil
        let player = players[payment?.player ?? request.player]
        do throws(ServiceProviderError) {
            switch request.route {
            case .login: try await player.login()
            case .balance: try await player.readBalance()
            case .cashier: _ = try await player.openCashier()
            case .payment: try await pay(request)
            case .status: try await player.readStatus(of: payment?.transaction ?? "")
            }
            recorder.noteAnswer(request.route, times())
        } catch {
            recorder.noteFailure(request.route, error.caseName, times())
            await player.returnAfter(error)
        }
    }

    private func pay(_ request: PlannedRequest) async throws(ServiceProviderError) {
        let player = players[request.player]
        let page = try await player.openCashier()
        let cents = 1 + Int(request.draw % UInt64(PlatformPlan.depositCentsMax))
        payments.add(request.player, try await player.pay(cents: cents, at: page))
    }
}

/// The payments that can be asked about.
final class KnownPayments: Sendable {
    private let payments = NIOLockedValueBox<[(player: Int, transaction: String)]>([])

    func add(_ player: Int, _ transaction: String) {
        payments.withLockedValue { $0.append((player, transaction)) }
    }

    /// One of them; `nil` if there is none.
    func payment(_ draw: UInt64) -> (player: Int, transaction: String)? {
        payments.withLockedValue { $0.isEmpty ? nil : $0[Int(draw % UInt64($0.count))] }
    }
}

extension ServiceProviderError {
    /// The name of the case, without what it carries.
    var caseName: String { String("\(self)".prefix { $0 != "(" }) }
}
