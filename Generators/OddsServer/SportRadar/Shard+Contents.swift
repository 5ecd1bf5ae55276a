import OddsTraffic

// Contents of the thread's connections.
extension Shard {
    func add(_ connection: ContentConnection, to content: WorldFeed.ContentID) {
        contentConnections[content, default: []].append(connection)
    }

    func remove(_ connection: ContentConnection, from content: WorldFeed.ContentID) {
        contentConnections[content]?.removeAll { $0 === connection }
        if contentConnections[content]?.isEmpty == true { contentConnections[content] = nil }
    }
}
