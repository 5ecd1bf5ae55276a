// The twin in plain C.

#define WIRE_PLAIN
#define WIRE_(name) name##Plain
#define WIRE_TARGET
#include "Narrow.h"
#include "Run.h"

int wireRunPlain(WireRun *run) { return runPlain(run, 1); }
int wireFramePlain(WireFrame *frame, const uint8_t *text, int64_t count) {
  return framePlain(frame, text, count);
}
