import HTTPTypes
import OddsJSON
import OddsPlatform

/// The routes of the second provider's account API.
struct PAMRoutes {
    let pam: PAM
    let table: RouteTable
    let refusals: RefusalBody
    let uploadTimeLimit: Duration
    /// The base of the addresses of cashier pages.
    let baseURL: @Sendable () -> String

    func add() {
        sessions()
        passwords()
        profile()
        registration()
        wallet()
        deposits()
        withdrawals()
        limits()
        documents()
        consents()
    }

    private func sessions() {
        let pam = pam
        addOpen(.post, "login") { request throws(Refusal) in
            let form = try await request.pamForm()
            return try await pam.login(
                username: try form.text("username"), password: try form.text("password"))
        }
        add(.get, "openGameSession") { request throws(Refusal) in
            try await pam.openGameSession(request.pamAccess, request.pamArguments)
        }
        add(.get, "logout") { request throws(Refusal) in
            try await pam.logout(request.pamAccess)
            return [:]
        }
    }

    private func passwords() {
        let pam = pam
        add(.get, "updatePassword") { request throws(Refusal) in
            try await pam.updatePassword(request.pamAccess, request.pamArguments)
            return [:]
        }
        addOpen(.get, "forgotPasswordStep1And2") { request throws(Refusal) in
            try await pam.forgotPassword(request.pamArguments)
            return [:]
        }
    }

    private func profile() {
        let pam = pam
        add(.get, "getPlayerInfo") { request throws(Refusal) in
            try await pam.playerInfo(request.pamAccess)
        }
        add(.get, "updatePlayerInfo") { request throws(Refusal) in
            try await pam.updatePlayerInfo(request.pamAccess, request.pamArguments)
        }
        addOpen(.get, "checkCredential") { request throws(Refusal) in
            try await pam.checkCredential(request.pamArguments)
        }
        addOpen(.get, "getUserIdSuggestion") { request throws(Refusal) in
            try await pam.userIDSuggestion(request.pamArguments)
        }
    }

    private func registration() {
        let pam = pam
        addOpen(.get, "quickSignup") { request throws(Refusal) in
            try await pam.quickSignup(request.pamArguments)
        }
        addOpen(.post, "signup") { request throws(Refusal) in
            try await pam.signup(try await request.pamForm())
        }
        addOpen(.get, "signupConfirmation") { request throws(Refusal) in
            try await pam.signupConfirmation(request.pamArguments)
            return [:]
        }
        addOpen(.get, "resendVerificationCode") { request throws(Refusal) in
            try await pam.resendVerificationCode(request.pamArguments)
            return [:]
        }
    }

    private func wallet() {
        let pam = pam
        add(.get, "getBalance") { request throws(Refusal) in
            try await pam.balance(request.pamAccess)
        }
        add(.get, "getTransactionHistoryByCurrency") { request throws(Refusal) in
            try await pam.transactions(request.pamAccess, request.pamArguments)
        }
    }

    private func deposits() {
        let (pam, refusals, baseURL) = (pam, refusals, baseURL)
        add(.get, "getDepositMethods") { request throws(Refusal) in
            try await pam.check(request.pamAccess)
            return pam.depositMethods
        }
        addKept(.post, "processDeposit") { request throws(Refusal) in
            try await pam.processDeposit(
                request.pamAccess, request.pamArguments, key: try await request.pamKey(),
                url: { "\(baseURL())/cashier/\($0)" }, answer: refusals.pamAnswer)
        }
        add(.post, "checkPaymentStatus") { request throws(Refusal) in
            try await pam.paymentStatus(request.pamAccess, request.pamArguments)
        }
        add(.post, "cancelDeposit") { request throws(Refusal) in
            try await pam.cancelDeposit(request.pamAccess, request.pamArguments)
        }
    }

    private func withdrawals() {
        let (pam, refusals) = (pam, refusals)
        add(.get, "getWithdrawalMethods") { request throws(Refusal) in
            try await pam.check(request.pamAccess)
            return pam.withdrawalMethods
        }
        add(.post, "prepareWithdrawal") { request throws(Refusal) in
            try await pam.prepareWithdrawal(request.pamAccess, request.pamArguments)
        }
        addKept(.post, "processWithdrawal") { request throws(Refusal) in
            try await pam.processWithdrawal(
                request.pamAccess, request.pamArguments, key: try await request.pamKey(),
                answer: refusals.pamAnswer)
        }
        add(.get, "getPendingWithdrawals") { request throws(Refusal) in
            try await pam.pendingWithdrawals(request.pamAccess)
        }
        add(.post, "cancelWithdrawal") { request throws(Refusal) in
            try await pam.cancelWithdrawal(request.pamAccess, request.pamArguments)
        }
    }

    private func limits() {
        let pam = pam
        add(.get, "getPersonalDepositLimits") { request throws(Refusal) in
            try await pam.depositLimits(request.pamAccess)
        }
        add(.get, "setPersonalDepositLimits") { request throws(Refusal) in
            try await pam.setDepositLimit(request.pamAccess, request.pamArguments)
        }
        add(.get, "getLimits") { request throws(Refusal) in
            try await pam.limits(request.pamAccess)
        }
        add(.get, "updateWagerLimit") { request throws(Refusal) in
            try await pam.updateWagerLimit(request.pamAccess, request.pamArguments)
        }
        add(.get, "getResponsibleGamingLimit") { request throws(Refusal) in
            try await pam.responsibleGamingLimit(request.pamAccess, request.pamArguments)
        }
        add(.get, "updateResponsibleGamingLimit") { request throws(Refusal) in
            try await pam.updateResponsibleGamingLimit(request.pamAccess, request.pamArguments)
        }
        add(.post, "lockPlayer") { request throws(Refusal) in
            try await pam.lockPlayer(request.pamAccess, request.pamArguments)
            return [:]
        }
    }

    private func documents() {
        let (pam, limit) = (pam, uploadTimeLimit)
        add(.get, "getDocumentTypes") { request throws(Refusal) in
            try await pam.check(request.pamAccess)
            return pam.documentTypes
        }
        add(.get, "getUserDocuments") { request throws(Refusal) in
            try await pam.documents(request.pamAccess)
        }
        for (name, filesMax) in [
            ("uploadUserDocument", 1), ("uploadMultiUserDocument", DocumentFile.countMax),
        ] {
            add(.post, name) { request throws(Refusal) in
                try await pam.check(request.pamAccess)
                let (type, files) = try await request.upload(within: limit)
                guard files.count <= filesMax else {
                    throw Refusal(400, nil, "file: expected at most \(filesMax)")
                }
                try await pam.upload(request.pamAccess, type: type, files)
                return [:]
            }
        }
    }

    private func consents() {
        let pam = pam
        addOpen(.get, "consents") { _ throws(Refusal) in pam.consents }
        add(.get, "user/consents") { request throws(Refusal) in
            try await pam.userConsents(request.pamAccess)
        }
        add(.post, "user/consents/save") { request throws(Refusal) in
            try await pam.saveConsents(request.pamAccess, request.pamArguments)
        }
    }
}

extension PAMRoutes {
    /// Adds a route of a player who is logged in.
    private func add(
        _ method: HTTPRequest.Method, _ name: String,
        _ handler: @escaping @Sendable (PlatformRequest) async throws(Refusal) -> JSONValue
    ) {
        let refusals = refusals
        addKept(method, name) { request throws(Refusal) in
            refusals.pamAnswer(.success(try await handler(request)))
        }
    }

    /// The same for answers that may be kept.
    private func addKept(
        _ method: HTTPRequest.Method, _ name: String,
        _ handler: @escaping @Sendable (PlatformRequest) async throws(Refusal) -> Answer
    ) {
        let pam = pam
        addRoute(method, name) { request throws(Refusal) in
            do throws(Refusal) {
                return try await handler(request)
            } catch {
                // Who has no session learns of nothing else.
                try await pam.check(request.pamAccess)
                throw error
            }
        }
    }

    /// Adds a route of anybody.
    private func addOpen(
        _ method: HTTPRequest.Method, _ name: String,
        _ handler: @escaping @Sendable (PlatformRequest) async throws(Refusal) -> JSONValue
    ) {
        let refusals = refusals
        addRoute(method, name) { request throws(Refusal) in
            refusals.pamAnswer(.success(try await handler(request)))
        }
    }

    private func addRoute(
        _ method: HTTPRequest.Method, _ name: String,
        _ handler: @escaping @Sendable (PlatformRequest) async throws(Refusal) -> Answer
    ) {
        let refusals = refusals
        table.add(method, "/ps/ips/\(name)") { request throws(Refusal) in
            do throws(Refusal) {
                return .json(try await handler(request))
            } catch {
                return .json(refusals.pamAnswer(.failure(error)))
            }
        }
    }
}

extension PlatformRequest {
    /// What a request of the account API proves its right with.
    fileprivate var pamAccess: Access { Access(session: query(Self.sessionItem)) }

    /// The arguments in the query.
    fileprivate var pamArguments: RequestArguments { RequestArguments { queries($0) } }

    /// The arguments in a form.
    fileprivate func pamForm() async throws(Refusal) -> RequestArguments {
        let form = try await form(
            of: PlatformConfiguration.bodyBytesMax, within: bodyTimeLimit)
        return RequestArguments { name in form.fields[name].map { [$0] } ?? [] }
    }

    /// The key under which a request may be repeated, by its arguments but for the session,
    /// which may be another one by then.
    fileprivate func pamKey() async throws(Refusal) -> IdempotencyKey? {
        let text = queryText(without: Self.sessionItem)
        return try idempotencyKey(Array(text.utf8) + (try await bytes()))
    }
}
