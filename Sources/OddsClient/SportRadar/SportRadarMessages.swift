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
        let name =
            switch kind {
            case .subscribe: "subscribe"
            case .unsubscribe: "unsubscribe"
            }
        let subscriber = JSONMember("subscriberId", .string(subscriberID))
        return request(
            "/services/content/" + name, [subscriber] + members(of: content, configuration),
            configuration)
    }

    /// The request for a content as it is now.
    static func get(
        _ content: SportRadarContent, _ configuration: SportRadarConfiguration
    ) -> ContentRequest {
        request(ContentRequest.getPath, members(of: content, configuration), configuration)
    }

    private static func request(
        _ path: String, _ members: [JSONMember], _ configuration: SportRadarConfiguration
    ) -> ContentRequest {
        ContentRequest(
            path: path,
            headers: [("Content-Type", "application/json"), ("Media-Type", "application/json")],
            body: JSONValue.object(members).json, timeLimit: configuration.requestTimeLimit)
    }

    private static func members(
        of content: SportRadarContent, _ configuration: SportRadarConfiguration
    ) -> [JSONMember] {
        [
            JSONMember("contentId", id(of: content)),
            JSONMember(
                "clientContext",
                ["language": .string(configuration.language), "ipAddress": "127.0.0.1"]),
        ]
    }

    /// A content's id, as messages have it.
    static func id(of content: SportRadarContent) -> JSONValue {
        ["type": .string("\(content.type.name)"), "id": .string(content.id)]
    }
}
