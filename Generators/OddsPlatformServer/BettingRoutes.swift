import HTTPTypes
import OddsBetting
import OddsPlatform

/// The routes of bets.
struct BettingRoutes {
    let platform: Platform
    let table: RouteTable
    let refusals: RefusalBody
    let faults: PlatformFaults

    func add() {
        placing()
        lists()
        cashouts()
        bookings()
    }

    private func placing() {
        let (platform, refusals) = (platform, refusals)
        table.add(.post, "/place-bet/{operator}/v2/bets") { request throws(Refusal) in
            let (access, body, key) = try await request.bet(.placing, of: platform)
            return .json(
                try await platform.placeBet(
                    access, body, key: key, render: { refusals.answer($0, .betting) }))
        }
    }

    private func lists() {
        let platform = platform
        let path = "/bets-api/v1/{operator}"
        for (name, isOpen) in [("open-bets", true), ("settled-bets", false)] {
            table.add(.get, "\(path)/\(name)") { request throws(Refusal) in
                let access = request.access(.lists)
                let query = try await platform.after(access) { () throws(Refusal) in
                    try request.betQuery(isOpen: isOpen)
                }
                return .ok(try await platform.bets(access, query))
            }
        }
        table.add(.get, path + "/bets/{bet}") { request throws(Refusal) in
            .ok(try await platform.bet(request.access(.lists), id: request.parameter("bet")))
        }
        table.add(.get, path + "/cashout-bets") { request throws(Refusal) in
            .ok(try await platform.cashoutBets(request.access(.lists)))
        }
        table.add(.get, path + "/cashout-amount") { request throws(Refusal) in
            let access = request.access(.lists)
            let (bet, stake) = try await platform.after(access) { () throws(Refusal) in
                (try request.required("betId"), try request.stake("stakeValue"))
            }
            return .ok(try await platform.cashoutAmount(access, bet: bet, stake: stake))
        }
    }

    private func cashouts() {
        let (platform, refusals, faults) = (platform, refusals, faults)
        table.add(.get, "/cashout/v1/cashout-value/{bet}") { request throws(Refusal) in
            let values = try await platform.cashoutValues(
                request.access(.placing), bet: request.parameter("bet"),
                endsAfter: faults.streamMilliseconds(request.path))
            return .other(EventStream.response(values))
        }
        table.add(.post, "/cashout/v1/cashout") { request throws(Refusal) in
            let (access, body, key) = try await request.bet(.placing, of: platform)
            return .json(
                try await platform.cashOut(
                    access, body, key: key, render: { refusals.answer($0, .cashout) }))
        }
    }

    private func bookings() {
        let platform = platform
        table.add(.post, "/v2/sports/bets/book") { request throws(Refusal) in
            .ok(try await platform.book(try await request.object()))
        }
        table.add(.get, "/v2/sports/bets/book/{code}") { request throws(Refusal) in
            .ok(try await platform.booking(request.parameter("code")))
        }
    }
}

/// How the header fields of a family of routes are spelled.
struct BettingHeaders {
    let session: HTTPField.Name
    let user: HTTPField.Name
    let `operator`: HTTPField.Name

    /// Of placing and cashouts, which differ in case alone.
    static let placing = BettingHeaders(
        session: .session, user: .known("userid"), operator: .known("x-operatorid"))
    static let lists = BettingHeaders(
        session: .sessionOfLists, user: .known("x-user-id"), operator: .known("x-operator-id"))
}

extension PlatformRequest {
    /// What a request proves its right with; nothing if one of the fields is absent.
    fileprivate func access(_ names: BettingHeaders) -> Access {
        guard let session = header(names.session), let user = header(names.user),
            let number = header(names.operator)
        else { return Access(session: nil, players: [], operators: []) }
        let path = parameter("operator")
        return Access(
            session: session, players: [user],
            operators: [number] + (path.isEmpty ? [] : [String(path)]))
    }

    /// A request that places or sells a bet: the body as an object, or why it is none.
    fileprivate func bet(
        _ names: BettingHeaders, of platform: Platform
    ) async throws(Refusal) -> (Access, Result<JSONReader, Refusal>, IdempotencyKey?) {
        var access = access(names)
        do throws(Refusal) {
            let bytes = try await bytes()
            try requireJSON()
            let key = Result { () throws(Refusal) in try idempotencyKey(bytes) }
            let body = try await platform.reading(access, (try? key.get()) ?? nil) {
                Result { () throws(Refusal) in try JSONReader(try parse(bytes)) }
            }
            access = access.adding(body)
            return (access, body, try key.get())
        } catch {
            // Who has no session learns of nothing else.
            try await platform.check(access)
            throw error
        }
    }

    /// A query item that is an amount; `nil` if it is absent.
    fileprivate func stake(_ name: String) throws(Refusal) -> Money? {
        guard let text = query(name) else { return nil }
        guard let stake = Money(text) else {
            throw Refusal(400, "901", "\(name): expected an amount such as 4.50")
        }
        return stake
    }

    fileprivate func betQuery(isOpen: Bool) throws(Refusal) -> BetQuery {
        var query = BetQuery(isOpen: isOpen)
        if let limit = self.query("limit") { try query.setLimit(limit) }
        query.placedBefore = try time("placedBefore")
        if !isOpen, let status = self.query("betStatus") { try query.setStatus(status) }
        return query
    }
}

extension Platform {
    /// What a request asks for. Who has no session is told that, and nothing else.
    fileprivate func after<Value>(
        _ access: Access, _ read: () throws(Refusal) -> Value
    ) async throws(Refusal) -> Value {
        do throws(Refusal) {
            return try read()
        } catch {
            try await check(access)
            throw error
        }
    }
}
