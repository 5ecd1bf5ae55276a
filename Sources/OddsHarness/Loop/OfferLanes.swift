import COffers
import OddsModel

/// Checksums of the offers with words for ids: each of every fourth, by turns. In
/// one, each offer would wait for the one before, longer than it takes to read it.
@frozen @usableFromInline
struct OfferLanes: BitwiseCopyable, Equatable {
    /// The lane whose turn is next, and those after it.
    @usableFromInline private(set) var first: UInt64 = 1
    @usableFromInline private(set) var second: UInt64 = 2
    @usableFromInline private(set) var third: UInt64 = 3
    @usableFromInline private(set) var fourth: UInt64 = 4

    @usableFromInline
    init() {}

    /// Adds offers from `position` on and moves that to the first with an id that is
    /// not a word, or behind all.
    ///
    /// - Complexity: O(offers).
    @usableFromInline @inline(never)
    mutating func add(_ offers: BettingOfferReader, from position: inout Int) {
        let kernels = Self.kernels
        if kernels != .none { addByKernel(kernels, offers, from: &position) }
        addByTurns(offers, from: &position)
    }

    /// The kernels in C.
    enum Kernels: Int32, CaseIterable {
        case none
        /// AVX2.
        case wide
        /// AVX2, with the product of 64 bits of AVX-512.
        case multiplying
    }

    /// The best that this machine has.
    static let kernels = Kernels(rawValue: coffersKernels()) ?? .none

    /// Adds offers by fours up to four of which one has an id that is not a word.
    ///
    /// - Parameter kernels: What this machine has.
    mutating func addByKernel(
        _ kernels: Kernels, _ offers: BettingOfferReader, from position: inout Int
    ) {
        let stride = NodeLayout.stride(of: .bettingOffer)
        assert(stride == 4 && NodeLayout.slots(of: .bettingOffer) == 2)
        assert(Schema.Offer.odds - Schema.textSlotCount(of: .bettingOffer) == 1)
        withUnsafeMutablePointer(to: &self) { lanes in
            let lanes = UnsafeMutableRawPointer(lanes).assumingMemoryBound(to: UInt64.self)
            withUnsafePointer(to: Self.step) { step in
                position &+= Int(
                    coffersAdd(
                        kernels.rawValue, lanes, offers.first + position &* stride,
                        Int64(offers.count &- position), step))
            }
        }
    }

    private static let step = COffersStep(
        idFactor: idFactor, sumFactor: Checksum.factor, available: available,
        absent: Double.nan.bitPattern, idEnd: EntityKey.textBase,
        hasOddsShift: 63 - Int32(Schema.Offer.odds),
        isAvailableShift: 31 - Int32(Schema.Offer.isAvailable))

    private static var idFactor: UInt64 { 0xD6E8_FEB8_6659_FD93 }
    private static var available: UInt64 { 0xA076_1D64_78BD_642F }

    /// What the kernel does, and what it leaves. A loop of its own, without calls, has a
    /// register for each lane and constant.
    mutating func addByTurns(_ offers: BettingOfferReader, from position: inout Int) {
        // Copies, as the compiler would keep the lanes themselves in memory.
        var (first, second, third, fourth) = (first, second, third, fourth)
        var next = position
        while next &+ 4 <= offers.count {
            let (one, two) = (offers[next], offers[next &+ 1])
            let (three, four) = (offers[next &+ 2], offers[next &+ 3])
            guard one.key.isWord, two.key.isWord, three.key.isWord, four.key.isWord
            else { break }
            first = Self.step(first, one)
            second = Self.step(second, two)
            third = Self.step(third, three)
            fourth = Self.step(fourth, four)
            next &+= 4
        }
        while next < offers.count {
            let offer = offers[next]
            guard offer.key.isWord else { break }
            (first, second, third, fourth) = (second, third, fourth, Self.step(first, offer))
            next += 1
        }
        (self.first, self.second, self.third, self.fourth) = (first, second, third, fourth)
        position = next
    }

    /// One step for the three values: the multiplications mix them outside the
    /// chain of dependent steps.
    @inline(__always)
    private static func step(_ lane: UInt64, _ offer: BettingOfferValues) -> UInt64 {
        let isAvailable = 0 &- (offer.isAvailable ? 1 : 0) as UInt64
        return Checksum.step(
            lane,
            offer.key.rawValue &* idFactor ^ offer.odds.bitPattern ^ isAvailable & available)
    }
}
