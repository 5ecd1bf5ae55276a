// What EveryMatrix does not offer.
extension EveryMatrixPrivilegedAccessManager {
    func checkEmailRegistered(_ email: String) async throws(ServiceProviderError) -> Bool {
        throw .notSupportedForProvider
    }

    func validateUsername(_ username: String) async throws(ServiceProviderError) -> Bool {
        throw .notSupportedForProvider
    }

    func updatePassword(
        oldPassword: String, newPassword: String
    ) async throws(ServiceProviderError) {
        throw .notSupportedForProvider
    }

    func quickSignUp(with form: SignUpForm) async throws(ServiceProviderError) -> SignUpResponse {
        throw .notSupportedForProvider
    }

    func confirmSignUp(email: String, code: String) async throws(ServiceProviderError) {
        throw .notSupportedForProvider
    }

    func resendVerificationCode(email: String) async throws(ServiceProviderError) {
        throw .notSupportedForProvider
    }

    func getUsernameSuggestions(_ username: String) async throws(ServiceProviderError) -> [String] {
        throw .notSupportedForProvider
    }

    func forgotPassword(email: String) async throws(ServiceProviderError) {
        throw .notSupportedForProvider
    }

    func getDepositMethods() async throws(ServiceProviderError) -> [PaymentMethod] {
        throw .notSupportedForProvider
    }

    func processDeposit(_ request: PaymentRequest) async throws(ServiceProviderError) -> Deposit {
        throw .notSupportedForProvider
    }

    func cancelDeposit(
        transactionId: String
    ) async throws(ServiceProviderError) -> PaymentStatusResponse {
        throw .notSupportedForProvider
    }

    func getWithdrawalMethods() async throws(ServiceProviderError) -> [PaymentMethod] {
        throw .notSupportedForProvider
    }

    func prepareWithdrawal(methodCode: String) async throws(ServiceProviderError) -> String {
        throw .notSupportedForProvider
    }

    func processWithdrawal(
        _ request: PaymentRequest
    ) async throws(ServiceProviderError) -> PaymentStatusResponse {
        throw .notSupportedForProvider
    }

    func getPendingWithdrawals() async throws(ServiceProviderError) -> [PendingWithdrawal] {
        throw .notSupportedForProvider
    }

    func cancelWithdrawal(
        transactionId: String
    ) async throws(ServiceProviderError) -> PaymentStatusResponse {
        throw .notSupportedForProvider
    }
}
