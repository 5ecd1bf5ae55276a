/// What a provider offers. Functions without their capability throw
/// `notSupportedForProvider` at once, and send nothing.
public enum Capability: Hashable, Sendable, CaseIterable {
    // Accounts.

    /// Sessions: `login`, `logout`, states and profiles.
    case session
    /// `getUserProfile`, `updateUserProfile`.
    case userProfile
    /// `getRegistrationConfig`, `signUp`.
    case registration
    /// `checkEmailRegistered`.
    case emailCheck
    /// `validateUsername`.
    case usernameCheck
    /// `forgotPassword`, `validateResetCode`, `resetPassword`.
    case passwordReset
    /// `updatePassword`.
    case passwordChange
    /// `getUserBalance`, `subscribeUserWallet`.
    case wallet
    /// `getBankingWebView`, `getPaymentStatus`, `paymentStatusUpdates`,
    /// `getBankingTransactionsHistory`, `getWageringTransactionsHistory`.
    case payments
    /// Limits, pauses and exclusions.
    case limits
    /// Documents and their verification.
    case documents
    /// Consents.
    case consents

    // Events.

    /// `subscribeSportTypes`.
    case sports
    /// `getPopularTournaments`, `getTournaments`.
    case tournaments
    /// `getEventDetails`, `subscribeEventDetails`, `subscribeToLiveDataUpdates`.
    case eventDetails
    /// `getMarketGroups`.
    case marketGroups
    /// `subscribeLiveMatches`, `requestLiveMatchesNextPage`.
    case liveMatches
    /// `subscribePreLiveMatches`, `requestPreLiveMatchesNextPage`.
    case preLiveMatches
    /// `subscribeToCompetitionMatches`, `requestCompetitionMatchesNextPage`.
    case competitionMatches
    /// `subscribeToEventOnListsMarketUpdates`, `…OutcomeUpdates`, `…LiveDataUpdates`.
    case listUpdates
    /// `getSearchEvents`.
    case search
    /// `subscribeToFilteredLiveMatches`, `subscribeToFilteredPreLiveMatches`.
    case matchFilters

    // Bets.

    /// `getBetHistory`, `getOpenBetsHistory`, `getResolvedBetsHistory`, `getWonBetsHistory`,
    /// `getCashedOutBetsHistory`, `getBetDetails`.
    case betHistory
    /// `calculatePotentialReturn`, `getAllowedBetTypes`, `calculateUnifiedBettingOptions`.
    case betslip
    /// `placeBets`.
    case placing
    /// `subscribeToCashoutValue`, `executeCashout`, `calculateCashout`,
    /// `allowedCashoutBetIds`.
    case cashout
    /// `calculateBetBuilderPotentialReturn`, `placeBetBuilderBet`.
    case betBuilder
    /// `createBookingCode`, `getBettingOfferIds`.
    case bookingCodes
}

extension Capability {
    /// What EveryMatrix offers.
    static let everyMatrix: Set<Capability> = Set(allCases).subtracting([
        .emailCheck, .usernameCheck, .passwordChange,
    ])
}
