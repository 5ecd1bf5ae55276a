import Foundation
import NIOConcurrencyHelpers

/// The payments that were begun through this client: the server is asked for them by their
/// methods, and does not say their amounts. Any thread may use it.
final class SportRadarKnownPayments: Sendable {
    struct Payment: Hashable, Sendable {
        let methodCode: String
        let amount: Decimal
        let currency: String
    }

    private struct State {
        var payments: [String: Payment] = [:]
        /// In the order in which they began.
        var ids: [String] = []
    }

    /// Beyond it, the one that began first goes.
    private static let countMax = 1_000

    // Not a `Mutex`, which the thread sanitizer does not know.
    private let state = NIOLockedValueBox(State())

    func note(_ payment: Payment, id: String) {
        state.withLockedValue { state in
            guard state.payments.updateValue(payment, forKey: id) == nil else { return }
            state.ids.append(id)
            if state.ids.count > Self.countMax {
                state.payments[state.ids.removeFirst()] = nil
            }
        }
    }

    subscript(id: String) -> Payment? { state.withLockedValue { $0.payments[id] } }
}
