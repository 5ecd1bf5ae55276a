// AVX2, which has no product of 64 bits.

#if defined(__x86_64__)
#define OFFERS_(name) name##Wide
#define OFFERS_TARGET __attribute__((target("avx2")))
#include "Add.h"
#include "Adds.h"

int64_t coffersAddWide(
    uint64_t lanes[4], const uint64_t *offers, int64_t count, const COffersStep *step) {
  return addWide(lanes, offers, count, step);
}
#endif
