import OddsFleetFeed
import OddsMeasurement

/// The digests of dumps.
enum FleetDigests {
    static let sha256: FleetDigest = { SHA256Digest(of: $0).hexadecimal }
}
