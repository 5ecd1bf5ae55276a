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
    attributes.exclude_kernel = 1;
    attributes.exclude_hv = 1;
    return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

__attribute__((noinline)) uint64_t clinux_counted(
    int counter, void (*body)(void *), void *context) {
    uint64_t count = 0;
    if (counter >= 0) ioctl(counter, PERF_EVENT_IOC_ENABLE, 0);
    body(context);
    if (counter >= 0) {
        ioctl(counter, PERF_EVENT_IOC_DISABLE, 0);
        if (read(counter, &count, sizeof count) != sizeof count) return 0;
    }
    return count;
}

#else

int clinux_open_instruction_counter(void) { return -1; }

__attribute__((noinline)) uint64_t clinux_counted(
    int counter, void (*body)(void *), void *context) {
    body(context);
    return 0;
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
