#include "stream.h"

#include <taglib/apefile.h>
#include <taglib/apetag.h>
#include <taglib/asffile.h>
#include <taglib/mp4file.h>
#include <taglib/mpcfile.h>
#include <taglib/oggflacfile.h>
#include <taglib/opusfile.h>
#include <taglib/speexfile.h>
#include <taglib/tpropertymap.h>
#include <taglib/vorbisfile.h>
#include <taglib/wavpackfile.h>
#include <taglib/xiphcomment.h>

using namespace TagLib;

namespace {

/* The tag that is written, one of these; all null for a file that has another kind of tag. */
struct Tags {
  Ogg::XiphComment *comment = nullptr;
  MP4::Tag *atoms = nullptr;
  ASF::Tag *attributes = nullptr;
  APE::Tag *items = nullptr;

  explicit Tags(File *file, bool create) {
    if (auto vorbis = dynamic_cast<Ogg::Vorbis::File *>(file)) comment = vorbis->tag();
    else if (auto opus = dynamic_cast<Ogg::Opus::File *>(file)) comment = opus->tag();
    else if (auto speex = dynamic_cast<Ogg::Speex::File *>(file)) comment = speex->tag();
    else if (auto ogg = dynamic_cast<Ogg::FLAC::File *>(file)) comment = ogg->tag();
    else if (auto mp4 = dynamic_cast<MP4::File *>(file)) atoms = mp4->tag();
    else if (auto asf = dynamic_cast<ASF::File *>(file)) attributes = asf->tag();
    else if (auto ape = dynamic_cast<APE::File *>(file)) items = ape->APETag(create);
    else if (auto pack = dynamic_cast<WavPack::File *>(file)) items = pack->APETag(create);
    else if (auto musepack = dynamic_cast<MPC::File *>(file)) items = musepack->APETag(create);
  }
};

StringList values(const ctaglib_change &change) {
  StringList list;
  for (size_t index = 0; index < change.count; ++index)
    list.append(String(change.values[index], String::UTF8));
  return list;
}

void apply(const ctaglib_change &change, const Tags &tags) {
  const String name(change.name, String::UTF8);
  const StringList list = values(change);
  if (tags.comment) {
    tags.comment->removeFields(name);
    for (const auto &value : list) tags.comment->addField(name, value, false);
  } else if (tags.atoms) {
    if (list.isEmpty()) tags.atoms->removeItem(name);
    else if (name == "tmpo") tags.atoms->setItem(name, MP4::Item(list.front().toInt()));
    else tags.atoms->setItem(name, MP4::Item(list));
  } else if (tags.attributes) {
    tags.attributes->removeItem(name);
    for (const auto &value : list) tags.attributes->addAttribute(name, ASF::Attribute(value));
  } else if (tags.items) {
    if (list.isEmpty()) tags.items->removeItem(name);
    else tags.items->setItem(name, APE::Item(name, list));
  }
}

/* A number that only has to be the same before and after. */
ByteVector bytes(long long value) { return ByteVector::fromLongLong(value); }

void visit_atom(ctaglib_visitor visitor, void *context, const String &name,
                const MP4::Item &item) {
  const auto strings = item.toStringList();
  for (const auto &value : strings) ctaglib::visit(visitor, context, "MP4", name, value);
  if (!strings.isEmpty()) return;
  if (name == "tmpo") {
    ctaglib::visit(visitor, context, "MP4", name, String::number(item.toInt()));
    return;
  }
  const auto data = item.toByteVectorList();
  for (const auto &value : data) ctaglib::visit(visitor, context, "MP4", name, value);
  const auto covers = item.toCoverArtList();
  for (const auto &cover : covers) ctaglib::visit(visitor, context, "MP4", name, cover.data());
  if (!data.isEmpty() || !covers.isEmpty()) return;
  /* A number lies in a union whose other bytes mean nothing, and does not say how wide it is. */
  static const StringList pairs = StringList("trkn").append("disk");
  static const StringList narrow = StringList("cpil").append("pgap").append("pcst").append("hdvd")
                                     .append("shwm").append("stik").append("rtng").append("akID");
  const auto pair = item.toIntPair();
  ctaglib::visit(visitor, context, "MP4", name,
                 pairs.contains(name) ? bytes(pair.first) + bytes(pair.second)
                 : narrow.contains(name) ? bytes(item.toByte())
                                         : bytes(item.toInt()));
}

void visit_attribute(ctaglib_visitor visitor, void *context, const String &name,
                     const ASF::Attribute &value) {
  switch (value.type()) {
  case ASF::Attribute::UnicodeType:
    return ctaglib::visit(visitor, context, "ASF", name, value.toString());
  case ASF::Attribute::BytesType:
  case ASF::Attribute::GuidType:
    return ctaglib::visit(visitor, context, "ASF", name, value.toByteVector());
  default:
    return ctaglib::visit(visitor, context, "ASF", name,
                          bytes(static_cast<long long>(value.toULongLong())) +
                            bytes(value.toUInt()) + bytes(value.toUShort()));
  }
}

} // namespace

int ctaglib_items(int descriptor, ctaglib_kind kind, ctaglib_visitor visitor, void *context) try {
  ctaglib::keep_eight_bit_text();
  auto input = ctaglib::stream(descriptor, true);
  if (!input) return -1;
  auto file = ctaglib::open(input.get(), kind);
  if (!file || !file->isValid()) return -1;
  const Tags tags(file.get(), false);
  if (tags.comment) {
    for (const auto &field : tags.comment->fieldListMap())
      for (const auto &value : field.second)
        ctaglib::visit(visitor, context, "Vorbis comment", field.first, value);
    for (const auto &picture : tags.comment->pictureList())
      ctaglib::visit(visitor, context, "Vorbis comment", String("METADATA_BLOCK_PICTURE"),
                     picture->render());
  }
  if (tags.atoms)
    for (const auto &item : tags.atoms->itemMap())
      visit_atom(visitor, context, item.first, item.second);
  if (tags.attributes) {
    for (const auto &attribute : tags.attributes->attributeListMap())
      for (const auto &value : attribute.second)
        visit_attribute(visitor, context, attribute.first, value);
    ctaglib::visit(visitor, context, "ASF", String("Title"), tags.attributes->title());
    ctaglib::visit(visitor, context, "ASF", String("Author"), tags.attributes->artist());
    ctaglib::visit(visitor, context, "ASF", String("Description"), tags.attributes->comment());
    ctaglib::visit(visitor, context, "ASF", String("Copyright"), tags.attributes->copyright());
    ctaglib::visit(visitor, context, "ASF", String("Rating"), tags.attributes->rating());
  }
  if (tags.items)
    for (const auto &item : tags.items->itemListMap()) {
      if (item.second.type() == APE::Item::Text) {
        for (const auto &value : item.second.values())
          ctaglib::visit(visitor, context, "APEv2", item.second.key(), value);
      } else {
        ctaglib::visit(visitor, context, "APEv2", item.second.key(), item.second.render());
      }
    }
  return 0;
} catch (...) {
  return -1;
}

int ctaglib_edit(int descriptor, ctaglib_kind kind, const ctaglib_change *changes,
                 size_t count) try {
  ctaglib::keep_eight_bit_text();
  auto output = ctaglib::stream(descriptor, false);
  if (!output) return -1;
  auto file = ctaglib::open(output.get(), kind);
  if (!file || !file->isValid() || file->readOnly()) return -1;
  const Tags tags(file.get(), true);
  if (!tags.comment && !tags.atoms && !tags.attributes && !tags.items) return -1;
  for (size_t index = 0; index < count; ++index) apply(changes[index], tags);
  return file->save() ? 0 : -1;
} catch (...) {
  return -1;
}

int ctaglib_write(int descriptor, ctaglib_kind kind, const char *name, const char *value) try {
  ctaglib::keep_eight_bit_text();
  auto output = ctaglib::stream(descriptor, false);
  if (!output) return -1;
  auto file = ctaglib::open(output.get(), kind);
  if (!file || !file->isValid()) return -1;
  PropertyMap properties = file->properties();
  properties.replace(String(name, String::UTF8), StringList(String(value, String::UTF8)));
  file->setProperties(properties);
  return file->save() ? 0 : -1;
} catch (...) {
  return -1;
}
