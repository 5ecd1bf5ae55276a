import Foundation
import ServicesProvider
import Testing

@testable import cashier

/// The last step of the guide: what the cashier's screen shows.
@Suite struct PaymentStatusViewTests {
    @Test(arguments: [
        (PaymentStatus.pending, "25.1", "25.10 EUR", "Payment in progress"),
        (.completed, "25", "25.00 EUR", "Payment completed"),
        (.failed, "1234567.89", "1234567.89 EUR", "Payment failed"),
        (.cancelled, "0.01", "0.01 EUR", "Payment cancelled"),
    ]) func amountHasTwoPlacesAndItsCurrency(
        _ status: PaymentStatus, _ value: String, _ amount: String, _ message: String
    ) throws {
        let view = ServiceProviderModelMapper.paymentStatus(
            from: PaymentStatusResponse(
                status: status, transactionId: "tx-9",
                amount: try #require(Decimal(string: value)), currency: "EUR"))
        #expect(
            view
                == PaymentStatusView(
                    isCompleted: status == .completed, displayMessage: message, amount: amount))
    }
}
