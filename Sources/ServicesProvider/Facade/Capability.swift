/// What a provider offers. Functions without their capability throw
/// `notSupportedForProvider` at once, and send nothing.
public enum Capability: Hashable, Sendable, CaseIterable {
    // Accounts.

    /// Sessions: `login`, `logout`, states and profiles.
    case session
    /// `getUserProfile`, `updateUserProfile`.
    case userProfile
    /// `signUp`.
    case registration
    /// `getRegistrationConfig`.
    case registrationForm
    /// `quickSignUp`, `confirmSignUp`, `resendVerificationCode`.
    case emailConfirmation
    /// `checkEmailRegistered`.
    case emailCheck
    /// `validateUsername`, `getUsernameSuggestions`.
    case usernameCheck
    /// `forgotPassword(mobilePrefix:mobile:)`, `validateResetCode`, `resetPassword`.
    case passwordReset
    /// `forgotPassword(email:)`.
    case passwordResetByEmail
    /// `updatePassword`.
    case passwordChange
    /// `getUserBalance`.
    case wallet
    /// `subscribeUserWallet`.
    case walletUpdates
    /// `getBankingWebView`.
    case cashierPage
    /// `getPaymentStatus`, `paymentStatusUpdates`, `getBankingTransactionsHistory`,
    /// `getWageringTransactionsHistory`.
    case payments
    /// `getDepositMethods`, `processDeposit`, `cancelDeposit`.
    case deposits
    /// `getWithdrawalMethods`, `prepareWithdrawal`, `processWithdrawal`,
    /// `getPendingWithdrawals`, `cancelWithdrawal`.
    case withdrawals
    /// Limits, but for their deletion; pauses and exclusions.
    case limits
    /// `deleteUserLimit`.
    case limitDeletion
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
    /// `calculatePotentialReturn`, `getAllowedBetTypes`.
    case betslip
    /// `calculateUnifiedBettingOptions`.
    case bettingOptions
    /// `placeBets`.
    case placing
    /// `confirmBet`, `rejectBet`.
    case betOffers
    /// `getOddsChangeSettings`, `updateOddsChangeSettings`.
    case oddsChangeSettings
    /// `getFreebetBalance`.
    case freebetBalance
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
        .emailConfirmation, .emailCheck, .usernameCheck, .passwordResetByEmail, .passwordChange,
        .deposits, .withdrawals, .betOffers, .oddsChangeSettings, .freebetBalance,
    ])

    /// What SportRadar offers.
    static let sportRadar: Set<Capability> = Set(allCases).subtracting([
        .registrationForm, .passwordReset, .walletUpdates, .cashierPage, .limitDeletion,
        .matchFilters, .bettingOptions, .bookingCodes,
    ])
}
