// The entry point of libFuzzer for programs with a `main` of their own. LLVM
// ships no header that declares it for C.

#ifndef ODDSBENCH_FUZZER_H
#define ODDSBENCH_FUZZER_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*target)(const uint8_t *data, size_t size));

#endif
