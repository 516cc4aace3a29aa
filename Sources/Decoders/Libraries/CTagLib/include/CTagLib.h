#ifndef CTAGLIB_H
#define CTAGLIB_H

#include <stddef.h>

/* TagLib's C++ interface cut down to what Decoders needs. No exception leaves these functions, and
   they may be called on any number of threads at once. */

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

/* What a value that is visited is made of. */
enum ctaglib_encoding {
  ctaglib_utf8,
  /* Eight-bit text that is neither ASCII nor UTF-8, as it stands in the file. Only the formats that
     promise ISO 8859-1 and often hold something else have it: ID3, RIFF INFO. */
  ctaglib_eight_bit,
  /* No text: a picture, a number, or something that is of no concern here. */
  ctaglib_binary
};

/* Gets one value: the property's or item's name in UTF-8, and the value, which may hold zero
   bytes. `source` says where it stands ("ID3v2", "APEv2"): a literal. */
typedef void (*ctaglib_visitor)(void *context, const char *source, const char *name,
                                size_t name_length, const char *value, size_t value_length,
                                enum ctaglib_encoding encoding);

/* Calls `visit` for each value of each property of an open file, by TagLib's upper-case names,
   one tag of the file after the other, the most trusted first.
   `descriptor` stays open and belongs to the caller; its offset is moved.
   Returns 0, or -1 when the tags cannot be read. */
int ctaglib_read(int descriptor, enum ctaglib_kind kind, ctaglib_visitor visit, void *context);

/* As `ctaglib_read`, for an ID3v2 tag that stands where TagLib does not look for it. */
int ctaglib_read_id3v2(const char *bytes, size_t length, ctaglib_visitor visit, void *context);

/* Calls `visit` for each item of the tag that `ctaglib_edit` writes, by the container's own names:
   Vorbis comments in Ogg, MP4 atoms, ASF attributes, APEv2 items. Other kinds of file
   have none.
   Returns 0, or -1 when the tags cannot be read. */
int ctaglib_items(int descriptor, enum ctaglib_kind kind, ctaglib_visitor visit, void *context);

/* A new list of values for an item; none takes the item away. */
struct ctaglib_change {
  const char *name;
  const char *const *values;
  size_t count;
};

/* Changes text items of a file that is open for reading and writing, and saves it. For the kinds
   that `ctaglib_items` knows. All other items are kept.
   Returns 0, or -1 when the tags cannot be read or written. */
int ctaglib_edit(int descriptor, enum ctaglib_kind kind, const struct ctaglib_change *changes,
                 size_t count);

/* Sets one property by TagLib's name for it, as any tagging program does: it may write every tag
   of the file anew. For files that are to look like another program's.
   Returns 0, or -1 when the tags cannot be read or written. */
int ctaglib_write(int descriptor, enum ctaglib_kind kind, const char *name, const char *value);

/* Copies the extended attributes of one open file to another; Swift does not see those calls.
   Returns 0, or the error number of the one that is the user's and could not be kept. */
int ctaglib_copy_attributes(int from, int to);

#ifdef __cplusplus
}
#endif

#endif
