// How much memory the C library's allocator has given out.

#ifndef PEER_HEAP_H
#define PEER_HEAP_H

#include <stdlib.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

/// Bytes in live allocations of the process; -1 where nobody says.
static inline long peerHeapBytes(void) {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
  const struct mallinfo2 info = mallinfo2();
  return (long)(info.uordblks + info.hblkhd);
#else
  return -1;
#endif
}

#endif
