import Foundation

// User management.
extension SportRadarPrivilegedAccessManager {
    func getUserProfile(
        withKycExpire kycExpire: Bool
    ) async throws(ServiceProviderError) -> UserProfile {
        // The server has no date until when an approval holds.
        let info: SportRadar.PlayerInfoResponse = try await requestOfUser(.getPlayerInfo)
        return await publish(info)
    }

    /// The profile of the player who is logged in, which is read if it is not known yet.
    ///
    /// - Throws: `userSessionNotFound` if another one is logged in by now.
    func profile(of user: String) async throws(ServiceProviderError) -> UserProfile {
        if let profile = profile.latest, profile.userID == user { return profile }
        let profile = try await getUserProfile(withKycExpire: false)
        guard profile.userID == user else { throw .userSessionNotFound }
        return profile
    }

    func updateUserProfile(form: ProfileForm) async throws(ServiceProviderError) -> UserProfile {
        let info: SportRadar.PlayerInfoResponse = try await requestOfUser(
            .updatePlayerInfo(try SportRadarModelMapper.profileItems(from: form)))
        return await publish(info)
    }

    /// Publishes a profile, unless it is of a player who is no longer logged in.
    private func publish(_ info: SportRadar.PlayerInfoResponse) async -> UserProfile {
        let profile = SportRadarModelMapper.userProfile(from: info)
        if await coordinator.userID == profile.userID { self.profile.send(profile) }
        return profile
    }

    // MARK: Registration

    func signUp(with form: SignUpForm) async throws(ServiceProviderError) -> SignUpResponse {
        var body = Self.form()
        for (name, value) in try items(of: form) { body.add(name, value) }
        let response: SportRadar.SignUpResponse = try await request(.signup(body))
        return SportRadarModelMapper.signUpResponse(from: response)
    }

    func quickSignUp(with form: SignUpForm) async throws(ServiceProviderError) -> SignUpResponse {
        let response: SportRadar.SignUpResponse = try await request(
            .quickSignup(try items(of: form)))
        return SportRadarModelMapper.signUpResponse(from: response)
    }

    private func items(
        of form: SignUpForm
    ) throws(ServiceProviderError) -> SportRadarAccountAPI.Items {
        try SportRadarModelMapper.signUpItems(
            from: form, language: configuration.language, currency: configuration.currency)
    }

    func confirmSignUp(email: String, code: String) async throws(ServiceProviderError) {
        try await perform(.signupConfirmation(email: email, code: code))
    }

    func resendVerificationCode(email: String) async throws(ServiceProviderError) {
        try await perform(.resendVerificationCode(email: email))
    }

    func getRegistrationConfig() async throws(ServiceProviderError) -> RegistrationConfig {
        throw .notSupportedForProvider
    }

    func checkEmailRegistered(_ email: String) async throws(ServiceProviderError) -> Bool {
        let response: SportRadar.InformationResponse = try await request(
            .checkCredential(field: "email", value: email))
        return try SportRadarModelMapper.exists(from: response)
    }

    func validateUsername(_ username: String) async throws(ServiceProviderError) -> Bool {
        let response: SportRadar.InformationResponse = try await request(
            .getUserIdSuggestion(userId: username))
        return try !SportRadarModelMapper.exists(from: response)
    }

    func getUsernameSuggestions(_ username: String) async throws(ServiceProviderError) -> [String] {
        let response: SportRadar.InformationResponse = try await request(
            .getUserIdSuggestion(userId: username))
        return SportRadarModelMapper.suggestions(from: response)
    }

    // MARK: Passwords

    func forgotPassword(email: String) async throws(ServiceProviderError) {
        try await perform(.forgotPassword(email: email))
    }

    func forgotPassword(
        mobilePrefix: String, mobile: String
    ) async throws(ServiceProviderError) -> String {
        throw .notSupportedForProvider
    }

    func validateResetCode(
        token: String, code: String
    ) async throws(ServiceProviderError) -> String {
        throw .notSupportedForProvider
    }

    func resetPassword(key: String, newPassword: String) async throws(ServiceProviderError) {
        throw .notSupportedForProvider
    }

    func updatePassword(
        oldPassword: String, newPassword: String
    ) async throws(ServiceProviderError) {
        let user = try await coordinator.loggedInUser()
        try await performOfUser(.updatePassword(old: oldPassword, new: newPassword))
        await coordinator.replacePassword(newPassword, ofUser: user, key: Self.key)
    }
}
