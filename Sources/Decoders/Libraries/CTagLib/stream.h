#ifndef CTAGLIB_STREAM_H
#define CTAGLIB_STREAM_H

#include "CTagLib.h"

#include <memory>
#include <string>

#include <taglib/tfile.h>
#include <taglib/tfilestream.h>
#include <taglib/tstring.h>

namespace ctaglib {

/* The file of a kind, without reading its audio properties: those are measured elsewhere. */
std::unique_ptr<TagLib::File> open(TagLib::IOStream *stream, ctaglib_kind kind);

/* A stream that closes its own copy of the descriptor; null when it cannot be made. */
std::unique_ptr<TagLib::FileStream> stream(int descriptor, bool read_only);

/* Makes TagLib keep eight-bit text that is not UTF-8 as it is, byte for byte. Once per process. */
void keep_eight_bit_text();

/* The text in UTF-8, or the bytes of eight-bit text, and which of the two it is. */
std::string text(const TagLib::String &string, ctaglib_encoding &encoding);

/* Hands one value to a visitor. */
void visit(ctaglib_visitor visitor, void *context, const char *source, const TagLib::String &name,
           const TagLib::String &value);
void visit(ctaglib_visitor visitor, void *context, const char *source, const TagLib::String &name,
           const TagLib::ByteVector &value);

} // namespace ctaglib

#endif
