import OddsBetting
import OddsTraffic

extension OfferQuote {
    /// The odds, exactly.
    package var exactOdds: Odds { Odds(units: Int64(oddsTenMillionths) * 10) }
}
