import OddsWAMP

// Registrations that the server ends by UNREGISTERED with the request 0.

extension EMWebSocketClient {
    /// Takes the server's word that a registration is gone, and registers again: after a
    /// pause, which grows while what is registered does not stand for a heartbeat.
    func revoked(_ route: WAMPID, _ reason: String) {
        guard let entry = routes.removeValue(forKey: route) else {
            counters.messagesIgnored += 1
            return
        }
        entry.route = nil
        abandonDumps(of: entry)
        entry.revocationCount += 1
        let pause = configuration.backoff.drawDelay(before: entry.revocationCount, from: &random)
        let registration = entry.registration
        entry.timer?.cancel()
        entry.timer = after(pause) { client in
            guard let entry = client.registrations[registration] else { return }
            client.startTimer(of: entry)
            client.sendRegister(entry)
        }
        // Last, as the receiver may unregister.
        entry.receiver.receive(.connectionLost(.registrationRevoked(reason: reason)))
    }

    /// An answer of before would be taken for one of the new registration, and lacks what
    /// was sent between the two.
    private func abandonDumps(of entry: Registered) {
        for (request, open) in requests {
            guard case .dump(let other, let timer) = open, other === entry else { continue }
            timer.cancel()
            requests[request] = nil
            _ = session.expire(request)
        }
    }

    /// Starts the pauses anew once a registration has stood for a heartbeat.
    func forgetRevocations(of entry: Registered) {
        let registration = entry.registration
        entry.timer = after(configuration.heartbeatInterval) { client in
            client.registrations[registration]?.revocationCount = 0
        }
    }
}
