#define _GNU_SOURCE
#include "CLinux.h"

#if defined(__linux__)

#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int clinux_open_instruction_counter(void) {
    struct perf_event_attr attributes;
    memset(&attributes, 0, sizeof attributes);
    attributes.size = sizeof attributes;
    attributes.type = PERF_TYPE_HARDWARE;
    attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
    attributes.disabled = 1;
    // It counts all the time or fails: a counter that takes turns with others
    // would miss what runs in between.
    attributes.pinned = 1;
    attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    attributes.exclude_kernel = 1;
    attributes.exclude_hv = 1;
    return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

__attribute__((noinline)) struct clinux_count clinux_counted(
    int counter, void (*body)(void *), void *context) {
    const struct clinux_count none = {0, 0, 0};
    struct clinux_count count = none;
    if (counter >= 0) ioctl(counter, PERF_EVENT_IOC_ENABLE, 0);
    body(context);
    if (counter >= 0) {
        ioctl(counter, PERF_EVENT_IOC_DISABLE, 0);
        // Nothing can be read from a pinned counter that found no place.
        if (read(counter, &count, sizeof count) != sizeof count) return none;
    }
    return count;
}

#else

int clinux_open_instruction_counter(void) { return -1; }

__attribute__((noinline)) struct clinux_count clinux_counted(
    int counter, void (*body)(void *), void *context) {
    const struct clinux_count none = {0, 0, 0};
    body(context);
    return none;
}

#endif

const char *clinux_vector_instructions(void) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512bw")) return "AVX-512";
    if (__builtin_cpu_supports("avx2")) return "AVX2";
    return "SSE2";
#elif defined(__aarch64__)
    return "NEON";
#else
    return "none";
#endif
}
