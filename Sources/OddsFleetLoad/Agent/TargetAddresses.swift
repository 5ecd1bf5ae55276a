import Foundation
import OddsClient
import OddsExperiments
import OddsFleetRun
import SeededRandom

/// The addresses of a plan's edges, held against what this agent may connect to. Clients connect
/// to the very addresses that were allowed, whatever a name means later.
package struct TargetAddresses: Sendable {
    /// By host: those that are allowed, for all of its ports.
    private let addresses: [String: [IPAddress]]

    /// Resolves names. Blocks.
    ///
    /// - Throws: `ExperimentFailure` with the target that is refused.
    init(_ targets: [Target], allowed: AllowedTargets) throws {
        var addresses: [String: [IPAddress]] = [:]
        for target in targets {
            let known = try addresses[target.host] ?? Self.resolve(target.host)
            guard let first = known.first else {
                throw ExperimentFailure(.usage, "\(target.label): the name is not known")
            }
            let usable = known.filter { allowed.refusal(of: target, at: $0) == nil }
            if usable.isEmpty, let refusal = allowed.refusal(of: target, at: first) {
                throw ExperimentFailure(.usage, refusal)
            }
            addresses[target.host] = usable
        }
        self.addresses = addresses
    }

    /// The configuration of a client that begins at its edge, and goes on at the next ones. Its
    /// pauses between attempts are its own, and the same in each run of the plan.
    func configuration(
        _ plan: FleetRunPlan, of client: FleetRunPlan.Client
    ) -> ClientConfiguration {
        let targets = plan.targets
        let order = (0..<targets.count).map { targets[(client.target + $0) % targets.count] }
        var configuration = ClientConfiguration(url: order[0].url)
        configuration.alternativeURLs = order.dropFirst().map(\.url)
        configuration.resolvedHosts = addresses.mapValues { $0.map(\.description) }
        configuration.random = SplitMix64(seed: plan.seed &+ UInt64(client.number))
        return configuration
    }

    /// The addresses of a name, in the order of the system; of none if it is not known.
    package static func resolve(_ host: String) throws -> [IPAddress] {
        if let address = IPAddress(host) { return [address] }
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &found) == 0 else { return [] }
        defer { freeaddrinfo(found) }
        return sequence(first: found) { $0?.pointee.ai_next }.prefix { $0 != nil }
            .compactMap { $0 }.compactMap(address)
    }

    private static func address(_ info: UnsafeMutablePointer<addrinfo>) -> IPAddress? {
        switch info.pointee.ai_family {
        case AF_INET:
            info.pointee.ai_addr.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                withUnsafeBytes(of: $0.pointee.sin_addr) { IPAddress(bytes: Array($0)) }
            }
        case AF_INET6:
            info.pointee.ai_addr.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                withUnsafeBytes(of: $0.pointee.sin6_addr) { IPAddress(bytes: Array($0)) }
            }
        default: nil
        }
    }
}
