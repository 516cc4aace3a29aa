#ifndef CFUZZING_SHIM_H
#define CFUZZING_SHIM_H

#include <stddef.h>
#include <stdint.h>

/* libFuzzer's loop as a library call; see "Using libFuzzer as a library" in its documentation. */
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test_one_input)(const uint8_t *, size_t));

/* Of <sys/mman.h>, which shows it only to programs that ask for GNU's extensions. */
int memfd_create(const char *name, unsigned int flags);

#endif
