import Foundation
import ServicesProvider

/// A payment as the cashier's screen shows it.
struct PaymentStatusView: Equatable {
    let isCompleted: Bool
    let displayMessage: String
    /// With its currency: `25.00 EUR`.
    let amount: String
}

/// Makes the app's models of the provider's.
enum ServiceProviderModelMapper {
    /// What the screen shows of a status.
    static func paymentStatus(from response: PaymentStatusResponse) -> PaymentStatusView {
        let message =
            switch response.status {
            case .pending: "Payment in progress"
            case .completed: "Payment completed"
            case .failed: "Payment failed"
            case .cancelled: "Payment cancelled"
            }
        let number = response.amount.formatted(
            .number.grouping(.never).precision(.fractionLength(2))
                .locale(Locale(identifier: "en_US_POSIX")))
        return PaymentStatusView(
            isCompleted: response.status == .completed, displayMessage: message,
            amount: "\(number) \(response.currency)")
    }
}
