import OddsReconstruction

// MARK: - Stores and trees

extension SportRadarSocketClient {
    /// The store of a content: the same one for all who ask, as long as somebody retains
    /// it. It is subscribed by its `subscribe`, and runs on the client's executor.
    ///
    /// Any thread may call this.
    /// - Complexity: O(1) expected, amortized.
    public nonisolated func store(of content: SportRadarContent) -> ChannelDataStore {
        stores.withLockedValue { stores in
            if let store = stores[content]?.store { return store }
            let store = ChannelDataStore(content, client: self)
            stores[content] = WeakStore(store: store)
            return store
        }
    }

    /// Opens a content's tree and returns its position; the one that is open, if one is.
    /// To be called on the executor.
    nonisolated func openTree(of content: SportRadarContent) -> Int {
        trees.open(content.type, id: content.id)
    }

    /// A store is gone, and with it the reader of the content's tree, unless there is a
    /// new one.
    func releaseTree(of content: SportRadarContent) {
        let isGone = stores.withLockedValue { stores in
            guard stores[content]?.store == nil else { return false }
            stores[content] = nil
            return true
        }
        guard isGone else { return }
        let position = openTree(of: content)
        if position < byPosition.count { byPosition[position] = nil }
        trees.close(position)
    }
}

// MARK: - Subscriptions

extension SportRadarSocketClient {
    /// Starts to keep a content current, unless that is done already.
    func open(_ content: SportRadarContent, _ store: ChannelDataStore) {
        let entry = subscribed[content] ?? add(content)
        entry.store = store
        let position = openTree(of: content)
        while byPosition.count <= position { byPosition.append(nil) }
        byPosition[position] = entry
        perform(entry.machine.open(), entry)
        sendRequests()
    }

    /// The contents in the order in which they were opened.
    var inOrder: [SubscribedContent] { byNumber.values.sorted { $0.number < $1.number } }

    private func add(_ content: SportRadarContent) -> SubscribedContent {
        lastNumber += 1
        let limits = ContentStateMachine.Limits(
            attemptsMax: configuration.requestAttemptsMax, refresh: configuration.dumpTimeLimit)
        let entry = SubscribedContent(
            lastNumber, content, ContentStateMachine(limits, hasSession: hasSession))
        subscribed[content] = entry
        byNumber[entry.number] = entry
        return entry
    }

    /// Keeps a content current no more.
    func close(_ content: SportRadarContent) {
        guard let entry = subscribed[content] else { return }
        perform(entry.machine.close(), entry)
        sendRequests()
    }

    /// Requests that these lead to are to be sent by `sendRequests`.
    func perform(_ actions: [ContentStateMachine.Action], _ content: SubscribedContent) {
        for action in actions { perform(action, content) }
    }

    private func perform(_ action: ContentStateMachine.Action, _ content: SubscribedContent) {
        switch action {
        case .report(let state): content.store?.assumeIsolated { $0.report(state) }
        case .request(let kind): queue.add(kind, of: content.number)
        case .withdrawRequest:
            if let number = queue.withdraw(content.number) { exchanges[number]?.cancel() }
        case .becomeCurrent: content.store?.assumeIsolated { $0.becomeCurrent() }
        case .becomeStale: content.store?.assumeIsolated { $0.becomeStale() }
        case .startTimer(let timer): start(timer, of: content)
        case .cancelTimer: content.timer?.cancel()
        case .finish:
            trees.dropUntilRefreshed(openTree(of: content.content))
            content.store?.assumeIsolated { $0.finishReaders() }
            content.store = nil
        case .forget:
            subscribed[content.content] = nil
            byNumber[content.number] = nil
        }
    }

    private func start(_ timer: ContentStateMachine.Timer, of content: SubscribedContent) {
        content.timer?.cancel()
        let number = content.number
        content.timer = after(delay(of: timer)) { client in
            guard let content = client.byNumber[number] else { return }
            client.perform(content.machine.timerFired(), content)
            client.sendRequests()
        }
    }

    private func delay(of timer: ContentStateMachine.Timer) -> Duration {
        switch timer {
        case .refresh: configuration.dumpTimeLimit
        case .delay(let time): time
        case .retry(let attempt):
            configuration.requestPauses.drawDelay(before: attempt, from: &random)
        case .backoff(let attempt):
            configuration.store.backoff.drawDelay(before: attempt, from: &random)
        }
    }
}

// MARK: - Requests

extension SportRadarSocketClient {
    /// Sends the requests whose turn it is.
    func sendRequests() {
        while let request = queue.next(isPreferred: { isObserved($0) }) { send(request) }
    }

    private func isObserved(_ number: Int) -> Bool {
        byNumber[number]?.store?.assumeIsolated { $0.isObserved } ?? false
    }

    private func send(_ request: RequestQueue.Request) {
        guard let content = byNumber[request.content], let subscriberID else {
            preconditionFailure("a request without a content, or without a session")
        }
        content.machine.requestSent()
        switch request.kind {
        case .subscribe: counts.subscribes += 1
        case .unsubscribe: counts.unsubscribes += 1
        }
        let message = SportRadarMessages.request(
            request.kind, content.content, subscriberID: subscriberID, configuration)
        exchanges[request.number] = Task {
            let answer = await answer(to: message)
            returned(request, answer, subscriberID)
        }
    }

    private nonisolated func answer(to message: ContentRequest) async -> ContentAnswer {
        do throws(ClientError) {
            let response = try await requests.post(message)
            return ContentAnswer(response, retryAfterMax: configuration.retryAfterMax)
        } catch {
            return .failed(error)
        }
    }

    private func returned(
        _ request: RequestQueue.Request, _ answer: ContentAnswer, _ subscriber: String
    ) {
        exchanges[request.number] = nil
        let isWanted = queue.finish(request)
        if answer == .unknownSubscriber {
            if hasSession, subscriber == subscriberID { forgetSubscriber() }
        } else if isWanted, let content = byNumber[request.content] {
            perform(content.machine.answered(answer), content)
        }
        sendRequests()
    }
}
