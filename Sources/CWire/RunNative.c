// SSE2, which every x86-64 has, or NEON, which every 64-bit ARM has.

#define WIRE_(name) name##Native
#define WIRE_TARGET
#include "Narrow.h"
#include "Run.h"

int wireRunNative(WireRun *run) { return runNative(run, 1); }
int wireFrameNative(WireFrame *frame, const uint8_t *text, int64_t count) {
  return frameNative(frame, text, count);
}
