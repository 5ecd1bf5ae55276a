// AVX-512, on vectors of 256 bits: of all it has, one instruction counts, which
// makes four products of 64 bits.

#if defined(__x86_64__)
#define OFFERS_(name) name##Multiplying
#define OFFERS_TARGET __attribute__((target("avx2,avx512dq,avx512vl")))
#define OFFERS_MULTIPLIES
#include "Add.h"
#endif
