import OddsWire

// MARK: - Frames

extension SportRadarSocketClient {
    private func received(_ frame: UnsafeRawBufferPointer) {
        frameObserver?(frame)
        var trace = FrameTrace(isOn: configuration.store.isTraced, intended: nil)
        let stamp = trace.isOn ? FrameStamp.read(frame) : nil
        let message: SocketMessage
        do throws(FrameError) {
            message = try trees.receive(frame, trace: &trace) { applied($0, $1, stamp) }
        } catch {
            counts.framesRejected += 1
            if hasSession { lostSomething() }
            return
        }
        switch message {
        case .changes: break
        case .other: counts.framesIgnored += 1
        case .listening(let id): established(id)
        case .error(let type): failed(type)
        }
    }

    /// A batch of a content has been applied.
    private func applied(_ position: Int, _ trace: FrameTrace, _ stamp: UInt64?) {
        guard let content = byPosition[position], let store = content.store else { return }
        let isDump = trees.changes(of: position).isReset
        if isDump { perform(content.machine.refreshed(), content) }
        var trace = trace
        if let stamp { trace.note(stamp: stamp, isDump: isDump) }
        store.assumeIsolated { $0.publish(trace) }
    }

    /// The server listens for the subscriber with this id.
    private func established(_ id: String) {
        isSameSubscriber = id == subscriberID
        subscriberID = id
        counts.sessions += 1
        connection.assumeIsolated { $0.established(id) }
    }

    /// The server has refused something on the socket.
    private func failed(_ type: String) {
        counts.errorFrames.count(type)
        if type == ContentAnswer.unknownSubscriberType {
            let wasRefused = !hasSession && subscriberID != nil
            forgetSubscriber()
            // The next attempt cannot fail for the same reason.
            if wasRefused { retryNow() }
        } else if !hasSession {
            end(.refused(error: type, description: ""))
        }
    }

    /// The server does not know the subscriber: everything is asked for as a new one.
    func forgetSubscriber() {
        subscriberID = nil
        end(.refused(error: ContentAnswer.unknownSubscriberType, description: ""))
    }

    func end(_ error: ClientError) {
        connection.assumeIsolated { $0.dropLink(error) }
    }

    // MARK: Losses

    /// A frame could not be read, which may have been about any content.
    private func lostSomething() { if let pause = pacer.lostSomething() { resync(pause) } }

    /// Asks for all contents anew, and begins a pause.
    private func resync(_ pause: Duration) {
        for content in inOrder { perform(content.machine.lostSomething(), content) }
        sendRequests()
        resyncTimer?.cancel()
        resyncTimer = after(pause) { client in
            if let pause = client.pacer.pauseEnded() { client.resync(pause) }
        }
    }
}

// MARK: - Sessions

extension SportRadarSocketClient: SocketSession {
    nonisolated func receiver(on link: SocketLink) -> (UnsafeRawBufferPointer) -> Void {
        { [self] frame in
            guard link.takesMessages() else { return }
            // Read during the call, on this very thread.
            nonisolated(unsafe) let frame = frame
            assumeIsolated { $0.received(frame) }
        }
    }

    func openSession(on link: SocketLink) {
        self.link = link
        link.send(
            text: SportRadarMessages.listen(subscriberID, language: configuration.language))
    }

    func restoreSession() {
        hasSession = true
        pacer.reset()
        resyncTimer?.cancel()
        for content in inOrder {
            perform(content.machine.sessionBegan(isSameSubscriber: isSameSubscriber), content)
        }
        sendRequests()
    }

    func leaveSession() { link?.closeWebSocket() }

    func linkClosed(_ error: ClientError) {
        link = nil
        hasSession = false
        pacer.reset()
        resyncTimer?.cancel()
        trees.beginConnection()
        for content in inOrder { perform(content.machine.sessionEnded(error), content) }
    }
}
