// What x86 has beyond SSE2, of which AVX2 makes use.

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("ssse3"))), apply_to = function)
#define WIRE_SSSE3
#define WIRE_(name) name##Narrow
#define WIRE_TARGET
#define NAMED(name) name##SSSE3
#include "Primitives.h"
#pragma clang attribute pop
#endif
