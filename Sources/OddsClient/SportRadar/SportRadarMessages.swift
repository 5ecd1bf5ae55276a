import OddsJSON

/// What the client says on SportRadar's wire.
enum SportRadarMessages {
    /// The text that opens a session, of a subscriber that was there before or of a new
    /// one.
    static func listen(_ subscriberID: String?, language: String) -> [UInt8] {
        let message: JSONValue = [
            "subscriberId": subscriberID.map { .string($0) } ?? nil,
            "versionList": [],
            "clientContext": ["language": .string(language), "ipAddress": ""],
        ]
        return message.json
    }

    /// The request about a content.
    static func request(
        _ kind: RequestQueue.Kind, _ content: SportRadarContent, subscriberID: String,
        _ configuration: SportRadarConfiguration
    ) -> ContentRequest {
        let body: JSONValue = [
            "subscriberId": .string(subscriberID),
            "contentId": ["type": .string("\(content.type.name)"), "id": .string(content.id)],
            "clientContext": [
                "language": .string(configuration.language), "ipAddress": "127.0.0.1",
            ],
        ]
        let name =
            switch kind {
            case .subscribe: "subscribe"
            case .unsubscribe: "unsubscribe"
            }
        return ContentRequest(
            path: "/services/content/" + name,
            headers: [("Content-Type", "application/json"), ("Media-Type", "application/json")],
            body: body.json, timeLimit: configuration.requestTimeLimit)
    }
}
