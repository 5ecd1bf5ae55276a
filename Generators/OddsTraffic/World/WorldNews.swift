/// What a platform beside a feed has to know of its world.
package enum WorldNews: Sendable {
    /// What became of markets.
    case settled([MarketSettlement])
    /// The world has come that far, in nanoseconds since its start: what it had to say of the
    /// time before has been said.
    case reached(UInt64)
    /// The traffic is another one from now on.
    case changed(WorldPosition.Change)
    /// The world has begun anew.
    case restarted
}
