import Foundation
import OddsClient

/// The registrations of an adapter. It runs on its client's executor, so that calls reach the
/// client in their order.
actor ChannelSubscriptions {
    /// A call of an adapter.
    enum Call: Sendable {
        case connect
        case disconnect
        case subscribe(String)
        case unsubscribe(String)
    }

    nonisolated let unownedExecutor: UnownedSerialExecutor
    private let client: any WebSocketClient
    nonisolated let messages = MessageReaders()
    nonisolated let failures = FailureReaders()
    private var channels: [String: ChannelReceiver] = [:]

    init(_ client: any WebSocketClient) {
        self.client = client
        unownedExecutor = client.unownedExecutor
    }

    /// Does what is asked for until there is nobody left to ask.
    func perform(_ calls: AsyncStream<Call>) async {
        for await call in calls {
            switch call {
            // Neither has to end before the next call takes effect.
            case .connect: Task { try? await client.connect() }
            case .disconnect: Task { await client.disconnect() }
            case .subscribe(let channel): subscribe(channel)
            case .unsubscribe(let channel): unsubscribe(channel)
            }
        }
        for channel in channels.keys { unsubscribe(channel) }
        messages.finish()
        failures.finish()
    }

    private func subscribe(_ channel: String) {
        guard channels[channel] == nil else { return }
        let receiver = ChannelReceiver(channel, self)
        channels[channel] = receiver
        Task {
            do throws(ClientError) {
                let registration = try await client.register(channel, receiver: receiver)
                if channels[channel] === receiver {
                    receiver.registration = registration
                } else {
                    await client.unregister(registration)
                }
            } catch {
                fail(receiver, error)
            }
        }
    }

    private func unsubscribe(_ channel: String) {
        guard let registration = channels.removeValue(forKey: channel)?.registration else { return }
        Task { await client.unregister(registration) }
    }

    /// The server has refused a channel, which may be subscribed to anew.
    private func fail(_ receiver: ChannelReceiver, _ error: ClientError) {
        guard channels[receiver.channel] === receiver else { return }
        channels[receiver.channel] = nil
        failures.send((receiver.channel, error))
    }

    fileprivate func take(_ event: FeedEvent, _ receiver: ChannelReceiver) {
        guard channels[receiver.channel] === receiver else { return }
        switch event {
        case .registered(let registration): client.requestDumpInPlace(registration)
        case .update(let bytes, _), .dump(let bytes):
            messages.send((receiver.channel, Data(bytes)))
        case .dumpFailed(let error): failures.send((receiver.channel, error))
        case .connectionLost: break
        case .registrationFailed(let error): fail(receiver, error)
        }
    }
}

/// Receives one channel's frames, on the client's executor.
private final class ChannelReceiver: FeedReceiver, @unchecked Sendable {
    let channel: String
    /// Isolated to the subscriptions' executor.
    var registration: FeedRegistration?
    private weak let subscriptions: ChannelSubscriptions?

    init(_ channel: String, _ subscriptions: ChannelSubscriptions) {
        self.channel = channel
        self.subscriptions = subscriptions
    }

    func receive(_ event: FeedEvent) {
        // Read during the call, on this very thread.
        nonisolated(unsafe) let event = event
        subscriptions?.assumeIsolated { $0.take(event, self) }
    }
}
