import OddsConformance

// What programs of others are held to is what the tests use.

package typealias HostileTraffic = OddsConformance.HostileTraffic
package typealias JSONSketch = OddsConformance.JSONSketch
package typealias JSONScribbler = OddsConformance.JSONScribbler
package typealias ByteMutation = OddsConformance.ByteMutation
package typealias SplitMix64 = OddsConformance.SplitMix64
