#ifndef CTAGLIB_H
#define CTAGLIB_H

#include <stddef.h>

/* TagLib's C++ interface cut down to what Decoders needs. No exception leaves these functions. */

#ifdef __cplusplus
extern "C" {
#endif

/* The class of TagLib that reads a file. Chosen by the caller, from the file's content: TagLib
   itself would go by the name's extension. */
enum ctaglib_kind {
  ctaglib_mpeg,
  ctaglib_flac,
  ctaglib_ogg_flac,
  ctaglib_ogg_vorbis,
  ctaglib_ogg_opus,
  ctaglib_ogg_speex,
  ctaglib_wave,
  ctaglib_aiff,
  ctaglib_mp4,
  ctaglib_asf,
  ctaglib_monkeys_audio,
  ctaglib_wavpack,
  ctaglib_musepack,
  ctaglib_true_audio
};

/* Gets one value of one property: upper-case name and value in UTF-8, which may hold zero bytes. */
typedef void (*ctaglib_visitor)(void *context, const char *name, size_t name_length,
                                const char *value, size_t value_length);

/* Calls `visit` for each value of each property of an open file.
   `descriptor` stays open and belongs to the caller; its offset is moved.
   Returns 0, or -1 when the tags cannot be read. */
int ctaglib_read(int descriptor, enum ctaglib_kind kind, ctaglib_visitor visit, void *context);

/* Sets one property of a file that is open for reading and writing, and saves it.
   Returns 0, or -1 when the tags cannot be read or written. */
int ctaglib_write(int descriptor, enum ctaglib_kind kind, const char *name, const char *value);

#ifdef __cplusplus
}
#endif

#endif
