/// What the C library of Linux offers beyond its Swift module. On other
/// systems it fails, or does what the comment says.

#ifndef ODDSBENCH_CLINUX_H
#define ODDSBENCH_CLINUX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

/// Fills `isAllowed` with 1 for each of the first `count` cores that the
/// calling thread may use, and 0 for the others. Returns 0, or -1 on failure.
int clinux_allowed_cores(uint8_t *isAllowed, size_t count);

/// Keeps the calling thread on the cores with a 1 in `isAllowed`. Returns 0,
/// or -1 on failure.
int clinux_pin(const uint8_t *isAllowed, size_t count);

/// What was counted for the calling thread; on other systems, for its process.
/// Returns 0, or -1 on failure.
int clinux_thread_usage(struct rusage *usage);

/// Lets sleeps of the calling thread end as exactly as the system can, instead
/// of up to 50 µs later. Returns 0, or -1 on failure.
int clinux_minimize_timer_slack(void);

/// The C library's own allocator, whether or not the program uses it.
struct clinux_heap {
    /// Bytes in use by the program.
    uint64_t allocated;
    /// Bytes taken from the system: the arenas and single large blocks.
    uint64_t mapped;
};

/// Returns 0, or -1 where the C library cannot tell.
int clinux_read_heap(struct clinux_heap *heap);

/// Opens a counter of the instructions that the calling thread executes in user
/// mode; it stands still outside `clinux_counted`. Returns a file descriptor to
/// be closed, or -1 where there is none or the system refuses it.
int clinux_open_instruction_counter(void);

/// What a counter reads, in the layout of the kernel's answer.
struct clinux_count {
    uint64_t instructions;
    /// For how long it was to count, and for how long it did.
    uint64_t enabled_nanoseconds;
    uint64_t running_nanoseconds;
};

/// Calls `body`, with the counter running meanwhile. Returns what it read: all 0
/// if the kernel had no place for it, or if `counter` is -1: then another program
/// counts the instructions below this function, which is never inlined and whose
/// symbol keeps its name.
struct clinux_count clinux_counted(int counter, void (*body)(void *), void *context);

/// How many marks there are for `clinux_marked`.
#define CLINUX_MARK_COUNT 64

/// Calls `body` below a function of the mark's own, `clinux_mark_0` to
/// `clinux_mark_63`, so that callgrind tells the instructions of each apart.
void clinux_marked(unsigned mark, void (*body)(void *), void *context);

/// Executes a loop of so many rounds, of two instructions each.
void clinux_spin(uint64_t rounds);

/// The processor's time-stamp counter, read once all that comes before is done, or
/// in passing, which is faster. 0 on other processors than x86-64.
static inline uint64_t clinux_ticks(void) {
#if defined(__x86_64__)
    uint32_t low, high;
    __asm__ volatile("rdtscp" : "=a"(low), "=d"(high) : : "rcx", "memory");
    return (uint64_t)high << 32 | low;
#else
    return 0;
#endif
}

static inline uint64_t clinux_passing_ticks(void) {
#if defined(__x86_64__)
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high) : : "memory");
    return (uint64_t)high << 32 | low;
#else
    return 0;
#endif
}

/// Whether the kernel's own clock is made of that counter, which it is only if the
/// counter has one rate at all times and the same value on all cores.
int clinux_trusts_ticks(void);

/// Has the kernel kill this process once `parent` ends, whatever ended that, if it is this
/// process's parent. Called on a thread that lives as long as the process; so has the thread of
/// the parent that started it. Returns 0, or -1 where it is another parent or cannot be done.
int clinux_end_with_parent(int parent);

/// Creates memory of `size` zeroed bytes that other processes map by its descriptor, which
/// programs that are started do not inherit. Returns the descriptor, or -1 on failure.
int clinux_create_memory(size_t size);

/// Creates an eventfd, which programs that are started do not inherit. Returns the
/// descriptor, or -1 on failure.
int clinux_create_event(void);

/// The widest vector instructions that this processor, or its emulation, has
/// and that libraries choose their kernels by: a constant text such as "AVX2".
const char *clinux_vector_instructions(void);

#endif
