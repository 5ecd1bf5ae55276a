// The runs of each set of instructions.

#include "CWire.h"

int wireRunPlain(WireRun *run);
int wireFramePlain(WireFrame *frame, const uint8_t *text, int64_t count);
int wireRunNative(WireRun *run);
int wireFrameNative(WireFrame *frame, const uint8_t *text, int64_t count);
int wireRunWide(WireRun *run);
int wireFrameWide(WireFrame *frame, const uint8_t *text, int64_t count);
