#include "COffers.h"

#include "AddKernels.h"

#if defined(__x86_64__)

int coffersKernels(void) {
  if (!__builtin_cpu_supports("avx2")) return COffersNone;
  const int multiplies =
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  return multiplies ? COffersMultiplying : COffersWide;
}

int64_t coffersAdd(
    int kernels, uint64_t lanes[4], const uint64_t *offers, int64_t count,
    const COffersStep *step) {
  return kernels == COffersMultiplying ? coffersAddMultiplying(lanes, offers, count, step)
                                       : coffersAddWide(lanes, offers, count, step);
}

#else

int coffersKernels(void) { return COffersNone; }

int64_t coffersAdd(
    int kernels, uint64_t lanes[4], const uint64_t *offers, int64_t count,
    const COffersStep *step) {
  (void)kernels;
  (void)lanes;
  (void)offers;
  (void)count;
  (void)step;
  return 0;
}

#endif
