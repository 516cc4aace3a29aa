#ifndef CTAGLIB_BOUNDED_STREAM_H
#define CTAGLIB_BOUNDED_STREAM_H

#include <stdexcept>

#include <taglib/tfilestream.h>

namespace ctaglib {

/* A file that TagLib cannot make longer without end.

   TagLib 1.13 takes the places and lengths that it writes to from the file. Where those of a
   damaged MP4 or WMA file contradict each other, FileStream::insert() reads behind itself what it
   has just written, and fills the disk. Here a place outside of the file, and growth beyond what
   tags need, end the writing by an exception: the functions of CTagLib.h then return -1. */
class BoundedStream : public TagLib::FileStream {
public:
  BoundedStream(int descriptor, bool read_only)
    : FileStream(descriptor, read_only),
      longest(static_cast<unsigned long>(isOpen() ? length() : 0) + room) {}

  void insert(const TagLib::ByteVector &data, unsigned long start,
              unsigned long replace) override {
    check(start, replace);
    if (size() - replace + data.size() > longest) refuse();
    FileStream::insert(data, start, replace);
  }

  void removeBlock(unsigned long start, unsigned long count) override {
    check(start, count);
    FileStream::removeBlock(start, count);
  }

  void writeBlock(const TagLib::ByteVector &data) override {
    if (static_cast<unsigned long>(tell()) + data.size() > longest) refuse();
    FileStream::writeBlock(data);
  }

private:
  /* How much longer tags may make a file, in bytes: the padding that TagLib adds, and our values. */
  static constexpr unsigned long room = 4 << 20;
  const unsigned long longest;

  unsigned long size() { return static_cast<unsigned long>(length()); }

  void check(unsigned long start, unsigned long count) {
    if (start > size() || count > size() - start) refuse();
  }

  [[noreturn]] static void refuse() { throw std::length_error("a place outside of the file"); }
};

} // namespace ctaglib

#endif
