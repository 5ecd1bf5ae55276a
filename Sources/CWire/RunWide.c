// The run with AVX2.

#if defined(__x86_64__)
#define WIRE_(name) name##Wide
#define WIRE_TARGET
// All that is compiled here may use them.
#pragma clang attribute push(__attribute__((target("avx2,bmi"))), apply_to = function)
#define WIRE_SSSE3
#include "Wide.h"
#include "Run.h"

int wireRunWide(WireRun *run) { return runWide(run, 1); }
int wireFrameWide(WireFrame *frame, const uint8_t *text, int64_t count) {
  return frameWide(frame, text, count);
}
#pragma clang attribute pop
#endif
