/// What a platform beside a feed has to know of its world.
package enum WorldNews: Sendable {
    /// What became of markets.
    case settled([MarketSettlement])
    /// The traffic is another one from now on.
    case changed(WorldPosition.Change)
    /// The world has begun anew.
    case restarted
}
