/// A kind of request of `bench platform`.
package enum PlatformRoute: String, CaseIterable, Codable, Sendable {
    /// Logging in: a new session, and the profile.
    case login
    /// Reading the balance.
    case balance
    /// A session at the cashier.
    case cashier
    /// A session at the cashier, and a deposit that is completed there.
    case payment
    /// Reading the status of a payment.
    case status

    /// How many exchanges one request takes if nothing is refused or lost.
    package var exchangeCount: Int {
        switch self {
        case .login, .payment: 2
        case .balance, .cashier, .status: 1
        }
    }
}

/// How often each route is asked for, relative to the others: `login=1,balance=8`.
package struct PlatformMix: Equatable, Sendable {
    /// Why a text is no mix.
    package struct Refusal: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    /// The routes with a share, in their order, with weights above 0.
    package let weights: [(route: PlatformRoute, weight: Double)]

    /// Mostly balances, as apps show one on every screen.
    package static let standard = PlatformMix([
        (.login, 5), (.balance, 75), (.cashier, 5), (.payment, 5), (.status, 10),
    ])

    private init(_ weights: [(route: PlatformRoute, weight: Double)]) { self.weights = weights }

    /// Reads `ROUTE=WEIGHT,…`. What is not named has no share.
    package init(_ text: String) throws(Refusal) {
        var weights: [PlatformRoute: Double] = [:]
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false)
                .map { $0.filter { $0 != " " } }
            guard sides.count == 2 else {
                throw Refusal(description: "write ROUTE=WEIGHT,…, such as login=1,balance=8")
            }
            guard let route = PlatformRoute(rawValue: sides[0]) else {
                let names = PlatformRoute.allCases.map(\.rawValue)
                throw Refusal(
                    description: "there is no route '\(sides[0])'"
                        + "\(NearestName.ending(sides[0], among: names))"
                        + " There are \(names.joined(separator: ", "))")
            }
            guard weights[route] == nil else {
                throw Refusal(description: "\(route.rawValue) has two weights")
            }
            guard let weight = CountText.decimal(sides[1]), (0...1_000_000).contains(weight) else {
                throw Refusal(
                    description: "'\(sides[1])' is no weight: write a number from 0 to 1000000")
            }
            weights[route] = weight
        }
        self.init(
            PlatformRoute.allCases.compactMap { route in
                weights[route].flatMap { $0 > 0 ? (route, $0) : nil }
            })
        guard !self.weights.isEmpty else {
            throw Refusal(description: "no route has a weight above 0")
        }
    }

    /// What of all requests are those of a route, from 0 to 1.
    package func share(of route: PlatformRoute) -> Double {
        let sum = weights.reduce(0) { $0 + $1.weight }
        return (weights.first { $0.route == route }?.weight ?? 0) / sum
    }

    /// The route of a number from 0 to below 1.
    package func route(at fraction: Double) -> PlatformRoute {
        var rest = fraction
        for (route, _) in weights {
            let share = share(of: route)
            if rest < share { return route }
            rest -= share
        }
        // The shares add up to a little less than 1.
        return weights[weights.count - 1].route
    }

    /// The text that reads back as this mix.
    package var text: String {
        weights.map { "\($0.route.rawValue)=\(Self.text($0.weight))" }.joined(separator: ",")
    }

    private static func text(_ weight: Double) -> String {
        Int(exactly: weight).map { "\($0)" } ?? "\(weight)"
    }

    package static func == (one: PlatformMix, other: PlatformMix) -> Bool {
        one.weights.elementsEqual(other.weights) { $0 == $1 }
    }
}
