#include "CWire.h"

#include "Runs.h"

static const uint32_t noBuckets[WireBucketsAtOnce] = {
  UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};
static const WireIndex noIndexes[WireTypes] = {
  [0 ... WireTypes - 1] = {.buckets = noBuckets, .mask = WireBucketsAtOnce - 1}};

const WireIndex *wireNoIndexes(void) { return noIndexes; }

int wireInstructions(void) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")) return WireWide;
#endif
#if defined(__SSE2__) || defined(__aarch64__)
  return WireNative;
#else
  return WirePlain;
#endif
}

int wireRun(WireRun *run) {
  // What is before has been asked for with the frame, or by the run before, or is
  // the little that a long frame begins with.
  run->prefetched = run->position + WirePrefetchBytes - 64;
  wirePrefetchRun(run, run->position);
#if defined(__x86_64__)
  if (run->instructions == WireWide) return wireRunWide(run);
#endif
  return run->instructions == WirePlain ? wireRunPlain(run) : wireRunNative(run);
}

int wireFrame(WireFrame *frame, const void *text, int64_t count) {
#if defined(__x86_64__)
  if (frame->run.instructions == WireWide) return wireFrameWide(frame, text, count);
#endif
  return frame->run.instructions == WirePlain ? wireFramePlain(frame, text, count)
                                              : wireFrameNative(frame, text, count);
}
