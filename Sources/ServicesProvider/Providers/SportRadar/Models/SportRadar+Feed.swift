extension SportRadar {
    /// A sport, or a node of the navigation, as an entity of the tree.
    struct Sport: Decodable, Sendable {
        let id: String
        let name: String?
        let numberOfEvents: Int?
        let numberOfLiveEvents: Int?
    }

    /// The nodes of the navigation: those of sports at the top, and those of tournaments below
    /// a sport's.
    struct NavigationResponse: Decodable, Sendable {
        struct Node: Decodable, Sendable {
            let idfwbonavigation: String
            let name: String
            /// The sport, or the tournament.
            let focontentid: String?
            let numevents: Count?
            let numinplayevents: Count?
        }

        let bonavigationnodes: LossyList<Node>?
    }

    /// A number as text, or as a number.
    struct Count: Decodable, Sendable {
        let value: Int

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int.self) {
                value = number
                return
            }
            guard let number = Int(try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "no number")
            }
            value = number
        }
    }
}
