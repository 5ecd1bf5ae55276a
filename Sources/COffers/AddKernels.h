// The checksums of each set of instructions.

#include "COffers.h"

int64_t coffersAddWide(
    uint64_t lanes[4], const uint64_t *offers, int64_t count, const COffersStep *step);
int64_t coffersAddMultiplying(
    uint64_t lanes[4], const uint64_t *offers, int64_t count, const COffersStep *step);
