// The hostile traffic that programs of others are held to is that of the tests, too.
@_exported import OddsConformance
