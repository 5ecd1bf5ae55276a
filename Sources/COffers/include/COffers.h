// Checksums of offers, four at a time by AVX2 or AVX-512: what Swift compiles is for the
// oldest x86-64 and cannot choose when it runs. `OfferLanes` is the twin in Swift, and
// what other processors have.
//
// With AVX2 the strategy graph, its reader included, needs 0.7 of the time for a frame
// (9.1 µs instead of 13.1, on an EPYC of the third generation), and with the product of
// AVX-512 0.7 of that (3.9 µs instead of 5.5, on one of the fifth): service p50 of
// `bench run --strategy graph --consumer page`, in turns, medians of three or five.

#ifndef C_OFFERS_H
#define C_OFFERS_H

#include <stdint.h>

/// How a step is made of an offer, and where the offer has what.
typedef struct {
  /// What ids and sums are multiplied by.
  uint64_t idFactor, sumFactor;
  /// What an available offer adds; what stands for absent odds.
  uint64_t available, absent;
  /// The first id that no word holds.
  uint64_t idEnd;
  /// How far to the left the bits of an offer's first word have to move to become the
  /// highest: whether it has odds, and whether it is available.
  int32_t hasOddsShift, isAvailableShift;
} COffersStep;

/// The sets of instructions: AVX2, and with it the product of 64 bits of AVX-512.
enum { COffersNone, COffersWide, COffersMultiplying };

/// The best set that this machine has.
int coffersKernels(void);

/// Makes a step of each of the first offers, by turns in four lanes, as long as four in a
/// row have words for ids. Returns how many offers that were.
///
/// An offer has four words: its bits, its id, another, and its odds. `kernels` is one of
/// the sets that this machine has, and not `COffersNone`.
int64_t coffersAdd(int kernels, uint64_t lanes[4], const uint64_t *offers, int64_t count,
                   const COffersStep *step);

#endif
