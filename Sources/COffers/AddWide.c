// AVX2, which has no product of 64 bits.

#if defined(__x86_64__)
#define OFFERS_(name) name##Wide
#define OFFERS_TARGET __attribute__((target("avx2")))
#include "Add.h"
#endif
