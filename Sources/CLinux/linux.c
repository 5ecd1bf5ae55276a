#define _GNU_SOURCE
#include "CLinux.h"

#if defined(__linux__)

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

int clinux_allowed_cores(uint8_t *isAllowed, size_t count) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0) return -1;
    for (size_t core = 0; core < count; core++) {
        isAllowed[core] = core < CPU_SETSIZE && CPU_ISSET(core, &set);
    }
    return 0;
}

int clinux_pin(const uint8_t *isAllowed, size_t count) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (size_t core = 0; core < count && core < CPU_SETSIZE; core++) {
        if (isAllowed[core]) CPU_SET(core, &set);
    }
    return sched_setaffinity(0, sizeof set, &set);
}

int clinux_thread_usage(struct rusage *usage) { return getrusage(RUSAGE_THREAD, usage); }

int clinux_trusts_ticks(void) {
#if defined(__x86_64__)
    FILE *file = fopen("/sys/devices/system/clocksource/clocksource0/current_clocksource", "re");
    if (file == NULL) return 0;
    char source[16] = "";
    int isRead = fgets(source, sizeof source, file) != NULL;
    fclose(file);
    return isRead && strcmp(source, "tsc\n") == 0;
#else
    return 0;
#endif
}

int clinux_minimize_timer_slack(void) { return prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0); }

int clinux_end_with_parent(int parent) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return -1;
    // After the call: a parent that ended before it would never be noticed.
    if (getppid() == parent) return 0;
    prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0);
    return -1;
}

int clinux_create_memory(size_t size) {
    int file = memfd_create("oddsbench", MFD_CLOEXEC);
    if (file >= 0 && ftruncate(file, (off_t)size) != 0) {
        close(file);
        return -1;
    }
    return file;
}

int clinux_create_event(void) { return eventfd(0, EFD_CLOEXEC); }

#else

int clinux_trusts_ticks(void) { return 0; }
int clinux_minimize_timer_slack(void) { return -1; }
int clinux_end_with_parent(int parent) { return -1; }
int clinux_create_memory(size_t size) { return -1; }
int clinux_create_event(void) { return -1; }
int clinux_allowed_cores(uint8_t *isAllowed, size_t count) { return -1; }
int clinux_pin(const uint8_t *isAllowed, size_t count) { return -1; }
int clinux_thread_usage(struct rusage *usage) { return getrusage(RUSAGE_SELF, usage); }

#endif

#if defined(__GLIBC__) && (__GLIBC__ > 2 || (__GLIBC__ == 2 && __GLIBC_MINOR__ >= 33))

#include <malloc.h>

int clinux_read_heap(struct clinux_heap *heap) {
    struct mallinfo2 info = mallinfo2();
    heap->allocated = info.uordblks + info.hblkhd;
    heap->mapped = info.arena + info.hblkhd;
    return 0;
}

#else

int clinux_read_heap(struct clinux_heap *heap) { return -1; }

#endif
