#pragma once

#include <stdint.h>

// libchromaprint, loaded when it is first needed and not when the program starts: Debian's links
// libavcodec for its Fourier transform, and with it some eighty libraries, which would take 30 ms
// and 18 MB of every command that has nothing to do with fingerprints.
//
// All functions but the first may only be called after it has returned 1.

// Whether the library is there: 1 or 0. Safe to call from any thread, at any time.
int cchromaprint_is_available(void);

// A running fingerprint of one channel by Chromaprint's algorithm 2 ("TEST2", the usual one); null
// when there is no memory.
void *cchromaprint_start(int sample_rate);

// Takes in samples. Returns 0 when the library refuses.
int cchromaprint_feed(void *stream, const int16_t *samples, int count);

// Ends a fingerprint. `values` belong to the stream's caller until `cchromaprint_release`; null when
// the audio was too short for any. Returns 0 when the library refuses.
int cchromaprint_finish(void *stream, uint32_t **values, int *count);

// Frees a stream.
void cchromaprint_end(void *stream);

// Packs a fingerprint into its usual compressed form, without base64. Returns 0 when refused.
int cchromaprint_pack(const uint32_t *values, int count, char **bytes, int *byte_count);

// The reverse. Returns 0 when the bytes are no fingerprint of algorithm 2.
int cchromaprint_unpack(const char *bytes, int byte_count, uint32_t **values, int *count);

// Frees what the library gave out.
void cchromaprint_release(void *memory);
