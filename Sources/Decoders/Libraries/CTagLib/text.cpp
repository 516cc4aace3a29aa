#include "stream.h"

#include <algorithm>

#include <taglib/id3v1tag.h>
#include <taglib/id3v2tag.h>
#include <taglib/infotag.h>

/* ID3 promises ISO 8859-1 and RIFF INFO promises nothing; both hold what the writer's system had.
   TagLib's hooks for that are handlers of the whole process, which know neither file nor thread.
   So they decide nothing here: text that is UTF-8 becomes that. Any other gets a mark in front
   that is no character (Unicode keeps U+FFFF for such uses), and each byte above ASCII becomes a
   private code. Behind TagLib the bytes are found again, and the caller knows what to make of
   them. */

namespace {

constexpr wchar_t mark = 0xFFFF;
constexpr wchar_t private_codes = 0xE000;

bool is_utf8(const TagLib::ByteVector &data) {
  const size_t size = data.size();
  for (size_t place = 0; place < size;) {
    const unsigned char lead = data[place];
    const size_t length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2
                          : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    if (length == 0 || place + length > size) return false;
    for (size_t index = 1; index < length; ++index)
      if ((static_cast<unsigned char>(data[place + index]) & 0xC0) != 0x80) return false;
    const unsigned char second = length > 1 ? data[place + 1] : 0;
    /* Overlong forms, surrogates, and what lies beyond Unicode. */
    if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
        (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F))
      return false;
    place += length;
  }
  return true;
}

TagLib::String parsed(const TagLib::ByteVector &data) {
  if (is_utf8(data)) return TagLib::String(data, TagLib::String::UTF8);
  TagLib::wstring codes(1, mark);
  for (const char character : data) {
    const auto byte = static_cast<unsigned char>(character);
    codes.push_back(byte < 0x80 ? wchar_t(byte) : private_codes + byte);
  }
  return TagLib::String(codes);
}

TagLib::ByteVector rendered(const TagLib::String &string) {
  ctaglib_encoding encoding;
  const std::string bytes = ctaglib::text(string, encoding);
  return TagLib::ByteVector(bytes.data(), static_cast<unsigned>(bytes.size()));
}

struct ID3v2Text : TagLib::ID3v2::Latin1StringHandler {
  TagLib::String parse(const TagLib::ByteVector &data) const override { return parsed(data); }
};

/* ID3v1 and INFO fill their fields with zeros. */
struct ID3v1Text : TagLib::ID3v1::StringHandler {
  TagLib::String parse(const TagLib::ByteVector &data) const override {
    return parsed(data.mid(0, std::min<int>(data.find('\0'), data.size()))).stripWhiteSpace();
  }
  TagLib::ByteVector render(const TagLib::String &string) const override {
    return rendered(string);
  }
};

struct InfoText : TagLib::RIFF::Info::StringHandler {
  TagLib::String parse(const TagLib::ByteVector &data) const override {
    return parsed(data.mid(0, std::min<unsigned>(data.find('\0'), data.size())));
  }
  TagLib::ByteVector render(const TagLib::String &string) const override {
    return rendered(string);
  }
};

void append(std::string &text, unsigned long code) {
  const auto put = [&](unsigned long byte) { text.push_back(static_cast<char>(byte)); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | code >> 6);
    put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3F));
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  }
}

} // namespace

void ctaglib::keep_eight_bit_text() {
  /* C++ runs this once, and lets other threads wait for it. */
  static const bool done = [] {
    static const ID3v2Text id3v2;
    static const ID3v1Text id3v1;
    static const InfoText info;
    TagLib::ID3v2::Tag::setLatin1StringHandler(&id3v2);
    TagLib::ID3v1::Tag::setStringHandler(&id3v1);
    TagLib::RIFF::Info::Tag::setStringHandler(&info);
    return true;
  }();
  static_cast<void>(done);
}

std::string ctaglib::text(const TagLib::String &string, ctaglib_encoding &encoding) {
  const TagLib::wstring units = string.toWString();
  const bool is_marked = !units.empty() && units.front() == mark;
  encoding = is_marked ? ctaglib_eight_bit : ctaglib_utf8;
  std::string text;
  text.reserve(units.size());
  for (size_t index = is_marked ? 1 : 0; index < units.size(); ++index) {
    unsigned long code = static_cast<unsigned long>(units[index]);
    if (is_marked) {
      text.push_back(static_cast<char>(code & 0xFF));
      continue;
    }
    if (code >= 0xD800 && code < 0xDC00 && index + 1 < units.size()) {
      const unsigned long low = static_cast<unsigned long>(units[index + 1]);
      if (low >= 0xDC00 && low < 0xE000) {
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        ++index;
      }
    }
    append(text, code >= 0xD800 && code < 0xE000 ? 0xFFFD : code);
  }
  return text;
}

void ctaglib::visit(ctaglib_visitor visitor, void *context, const char *source,
                    const TagLib::String &name, const TagLib::String &value) {
  ctaglib_encoding name_encoding, encoding;
  const std::string name_text = text(name, name_encoding), value_text = text(value, encoding);
  visitor(context, source, name_text.data(), name_text.size(), value_text.data(),
          value_text.size(), encoding);
}

void ctaglib::visit(ctaglib_visitor visitor, void *context, const char *source,
                    const TagLib::String &name, const TagLib::ByteVector &value) {
  ctaglib_encoding name_encoding;
  const std::string name_text = text(name, name_encoding);
  visitor(context, source, name_text.data(), name_text.size(), value.data(), value.size(),
          ctaglib_binary);
}
