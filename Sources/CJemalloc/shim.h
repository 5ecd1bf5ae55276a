#if __has_include(<jemalloc/jemalloc.h>)
#include <jemalloc/jemalloc.h>
#else
#error "jemalloc is missing: install libjemalloc-dev, or set BENCH_NO_JEMALLOC=1 to build bench without it"
#endif
