/// What HTTP statuses mean at SportRadar's servers: the same as at others, but that 403
/// never is an expired session.
enum PlatformErrorTable {
    /// - Parameter area: What the request is about, which says what some codes mean.
    static func failure(
        of response: HTTPTransportResponse, area: EveryMatrixErrorTable.Area = .account
    ) -> ResponseFailure {
        let failure = EveryMatrixErrorTable(area: area).failure(of: response)
        return ResponseFailure(error: failure.error, isSessionRefused: response.status == 401)
    }
}
