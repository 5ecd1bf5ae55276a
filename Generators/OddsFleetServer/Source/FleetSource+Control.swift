import Foundation
import OddsFleetFeed
import OddsNATS
import OddsServer
import OddsSimulator

// Control over NATS: the requests of the control interface by their names, with their bodies.
extension FleetSource {
    /// The largest body of a request.
    private static let bodyBytesMax = 1 << 20

    func control(_ message: borrowing NATSMessage) {
        guard let reply = Self.inbox(of: message),
            let name = subjects.name(ofControl: message.subject),
            message.byteCount <= Self.bodyBytesMax
        else {
            counters.malformed.add(1, ordering: .relaxed)
            return
        }
        let order = ControlOrder(name: name, body: message.bytes, reply: reply)
        guard case .dropped = controls.continuation.yield(order) else { return }
        let refusal = FleetAnswer(
            status: 503, bytes: Array("\(Self.controlsMax) requests of control wait already".utf8))
        give(refusal, to: order)
    }

    func answer(_ order: ControlOrder) async {
        let (name, body) = (order.name, order.body)
        let answer: FleetAnswer
        do {
            answer = FleetAnswer(status: 200, bytes: try await perform(name, body))
        } catch let refusal as ControlRefusal {
            answer = FleetAnswer(
                status: refusal.statusCode, bytes: Array(refusal.message.utf8))
        } catch {
            answer = FleetAnswer(status: 500, bytes: Array("\(error)".utf8))
        }
        give(answer, to: order)
    }

    private func give(_ answer: FleetAnswer, to order: ControlOrder) {
        do {
            let parts = try answer.messages(messageBytesMax: connection.messageBytesMax)
            for (header, bytes) in parts {
                try connection.publish(order.reply, headers: header.headers, bytes)
            }
        } catch {
            logger.warning("the answer to control of \(order.name) could not be sent: \(error)")
        }
    }

    private func perform(_ name: String, _ body: [UInt8]) async throws -> [UInt8] {
        let actions = ControlActions(server)
        switch name {
        case "truth": return try await actions.truth(of: try Self.topic(body, of: name))
        case "pause": return try await actions.pause()
        case "resume": return try await actions.resume(body)
        case "restart": return try await actions.restart()
        case "scenario": return try await actions.change(body)
        case "faults": return try await actions.setFaults(body).answer
        case "ledger-begin": return try await actions.noteFrames(body)
        case "ledger":
            return body.isEmpty
                ? try await actions.ledgerProgress()
                : try await actions.ledgerFrames(of: try Self.topic(body, of: name))
        default:
            throw ControlRefusal(
                .notFound,
                """
                no such control \(name): use one of faults, ledger, ledger-begin, pause, restart, \
                resume, scenario, truth
                """)
        }
    }

    private struct TopicName: Decodable {
        var topic: String
    }

    private static func topic(_ body: [UInt8], of name: String) throws -> String {
        do {
            return try StrictJSON.decode(TopicName.self, from: body).topic
        } catch {
            throw ControlRefusal(.badRequest, "\(name): expected {\"topic\":TOPIC}: \(error)")
        }
    }
}
