// A feed decoder and store as a C++ user of simdjson would write them. Frames
// must have `SimdjsonPeerPadding` readable bytes behind them.

#ifndef SIMDJSON_PEER_H
#define SIMDJSON_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "PeerDigest.h"
#include "PeerHeap.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SimdjsonPeerPadding = 64 };

typedef struct SimdjsonDecoder SimdjsonDecoder;
typedef struct SimdjsonWalk SimdjsonWalk;
typedef struct SimdjsonStore SimdjsonStore;

SimdjsonDecoder *simdjsonDecoderCreate(void);
void simdjsonDecoderDestroy(SimdjsonDecoder *decoder);
/// Reads a frame into the decoder's list of changes; returns their number, or
/// -1 for a frame that is not legal.
long simdjsonDecode(SimdjsonDecoder *decoder, const void *frame, size_t count);
/// Adds the changes of the last frame.
void simdjsonDecoderFold(const SimdjsonDecoder *decoder, PeerRecordDigest *digest);

SimdjsonWalk *simdjsonWalkCreate(void);
void simdjsonWalkDestroy(SimdjsonWalk *walk);
/// Reads every value of a frame and keeps none; false if it is not legal.
bool simdjsonWalk(SimdjsonWalk *walk, const void *frame, size_t count);
/// Goes from value to value of a frame's records without parsing any; returns
/// their bytes, or -1 for a frame that is not legal.
long simdjsonTokens(SimdjsonWalk *walk, const void *frame, size_t count);
/// Reads every value of a frame, and adds the changes.
bool simdjsonWalkFold(SimdjsonWalk *walk, const void *frame, size_t count,
                      PeerRecordDigest *digest);

SimdjsonStore *simdjsonStoreCreate(void);
void simdjsonStoreDestroy(SimdjsonStore *store);
/// Reads a frame straight into the store; false if it is not legal.
bool simdjsonApply(SimdjsonStore *store, const void *frame, size_t count);
/// Reads every offer below the event at `position` in order of arrival.
uint64_t simdjsonReadEvent(const SimdjsonStore *store, size_t position);
void simdjsonStoreFold(const SimdjsonStore *store, PeerStateDigest *digest);

/// The version of simdjson's headers, and so of its On-Demand code.
const char *simdjsonVersion(void);
/// The kernels that simdjson chose for this processor, at run time: they find
/// the structure of a frame and validate its UTF-8.
const char *simdjsonImplementationName(void);
/// The kernels that its On-Demand code was compiled for.
const char *simdjsonBuiltinName(void);
/// The compiler of the C++.
const char *simdjsonCompiler(void);

#ifdef __cplusplus
}
#endif

#endif
