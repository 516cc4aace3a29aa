#include "stream.h"

#include <unistd.h>

#include <taglib/aifffile.h>
#include <taglib/apefile.h>
#include <taglib/apetag.h>
#include <taglib/asffile.h>
#include <taglib/commentsframe.h>
#include <taglib/flacfile.h>
#include <taglib/id3v1tag.h>
#include <taglib/id3v2framefactory.h>
#include <taglib/id3v2tag.h>
#include <taglib/infotag.h>
#include <taglib/mp4file.h>
#include <taglib/mpcfile.h>
#include <taglib/mpegfile.h>
#include <taglib/oggflacfile.h>
#include <taglib/opusfile.h>
#include <taglib/speexfile.h>
#include <taglib/tbytevectorstream.h>
#include <taglib/tpropertymap.h>
#include <taglib/trueaudiofile.h>
#include <taglib/vorbisfile.h>
#include <taglib/wavfile.h>
#include <taglib/wavpackfile.h>
#include <taglib/xiphcomment.h>

using namespace TagLib;

std::unique_ptr<File> ctaglib::open(IOStream *stream, ctaglib_kind kind) {
  auto factory = ID3v2::FrameFactory::instance();
  switch (kind) {
  case ctaglib_mpeg: return std::make_unique<MPEG::File>(stream, factory, false);
  case ctaglib_flac: return std::make_unique<FLAC::File>(stream, factory, false);
  case ctaglib_ogg_flac: return std::make_unique<Ogg::FLAC::File>(stream, false);
  case ctaglib_ogg_vorbis: return std::make_unique<Ogg::Vorbis::File>(stream, false);
  case ctaglib_ogg_opus: return std::make_unique<Ogg::Opus::File>(stream, false);
  case ctaglib_ogg_speex: return std::make_unique<Ogg::Speex::File>(stream, false);
  case ctaglib_wave: return std::make_unique<RIFF::WAV::File>(stream, false);
  case ctaglib_aiff: return std::make_unique<RIFF::AIFF::File>(stream, false);
  case ctaglib_mp4: return std::make_unique<MP4::File>(stream, false);
  case ctaglib_asf: return std::make_unique<ASF::File>(stream, false);
  case ctaglib_monkeys_audio: return std::make_unique<APE::File>(stream, false);
  case ctaglib_wavpack: return std::make_unique<WavPack::File>(stream, false);
  case ctaglib_musepack: return std::make_unique<MPC::File>(stream, false);
  case ctaglib_true_audio: return std::make_unique<TrueAudio::File>(stream, false);
  }
  return nullptr;
}

std::unique_ptr<FileStream> ctaglib::stream(int descriptor, bool read_only) {
  const int copy = dup(descriptor);
  if (copy < 0) return nullptr;
  auto result = std::make_unique<FileStream>(copy, read_only);
  if (!result->isOpen()) {
    close(copy);
    return nullptr;
  }
  result->seek(0);
  return result;
}

namespace {

/* Visits the tags of one file in turn. */
struct Reader {
  ctaglib_visitor visitor;
  void *context;

  void visit(const char *source, const PropertyMap &properties) const {
    for (const auto &property : properties)
      for (const auto &value : property.second)
        ctaglib::visit(visitor, context, source, property.first, value);
  }

  /* The tags of one kind; a null pointer is a tag that is not there. */
  template <class Tag> void visit(const char *source, const Tag *tag) const {
    if (tag) visit(source, tag->properties());
  }

  void visit(const ID3v2::Tag *tag) const {
    visit("ID3v2", tag);
    if (!tag) return;
    /* Comments with a description that the property map would mangle are given by it whole. */
    for (const auto frame : tag->frameList("COMM"))
      if (const auto comment = dynamic_cast<const ID3v2::CommentsFrame *>(frame))
        if (comment->description().upper() == "ITUNNORM")
          ctaglib::visit(visitor, context, "ID3v2", String("ITUNNORM"), comment->text());
  }

  void visit(const ASF::Tag *tag) const {
    visit("ASF", tag->properties());
    /* Attributes that the property map has no name for. */
    for (const auto &attribute : const_cast<ASF::Tag *>(tag)->attributeListMap())
      for (const auto &value : attribute.second)
        if (value.type() == ASF::Attribute::UnicodeType)
          ctaglib::visit(visitor, context, "ASF", attribute.first.upper(), value.toString());
  }

  void visit(const MP4::Tag *tag) const {
    visit("MP4", tag->properties());
    const String prefix("----:");
    for (const auto &item : tag->itemMap()) {
      if (!item.first.startsWith(prefix)) continue;
      const auto colon = item.first.rfind(":");
      for (const auto &value : item.second.toStringList())
        ctaglib::visit(visitor, context, "MP4", item.first.substr(colon + 1).upper(), value);
    }
  }

  void read(File *file) const {
    if (auto mpeg = dynamic_cast<MPEG::File *>(file)) {
      if (mpeg->hasID3v2Tag()) visit(mpeg->ID3v2Tag());
      if (mpeg->hasAPETag()) visit("APEv2", mpeg->APETag());
      if (mpeg->hasID3v1Tag()) visit("ID3v1", mpeg->ID3v1Tag());
    } else if (auto flac = dynamic_cast<FLAC::File *>(file)) {
      if (flac->hasXiphComment()) visit("Vorbis comment", flac->xiphComment());
      if (flac->hasID3v2Tag()) visit(flac->ID3v2Tag());
      if (flac->hasID3v1Tag()) visit("ID3v1", flac->ID3v1Tag());
    } else if (auto wave = dynamic_cast<RIFF::WAV::File *>(file)) {
      if (wave->hasID3v2Tag()) visit(wave->ID3v2Tag());
      if (wave->hasInfoTag()) visit("RIFF INFO", wave->InfoTag());
    } else if (auto aiff = dynamic_cast<RIFF::AIFF::File *>(file)) {
      if (aiff->hasID3v2Tag()) visit(aiff->tag());
    } else if (auto mp4 = dynamic_cast<MP4::File *>(file)) {
      if (mp4->tag()) visit(mp4->tag());
    } else if (auto asf = dynamic_cast<ASF::File *>(file)) {
      if (asf->tag()) visit(asf->tag());
    } else if (auto ape = dynamic_cast<APE::File *>(file)) {
      if (ape->hasAPETag()) visit("APEv2", ape->APETag());
      if (ape->hasID3v1Tag()) visit("ID3v1", ape->ID3v1Tag());
    } else if (auto pack = dynamic_cast<WavPack::File *>(file)) {
      if (pack->hasAPETag()) visit("APEv2", pack->APETag());
      if (pack->hasID3v1Tag()) visit("ID3v1", pack->ID3v1Tag());
    } else if (auto musepack = dynamic_cast<MPC::File *>(file)) {
      if (musepack->hasAPETag()) visit("APEv2", musepack->APETag());
      if (musepack->hasID3v1Tag()) visit("ID3v1", musepack->ID3v1Tag());
    } else if (auto true_audio = dynamic_cast<TrueAudio::File *>(file)) {
      if (true_audio->hasID3v2Tag()) visit(true_audio->ID3v2Tag());
      if (true_audio->hasID3v1Tag()) visit("ID3v1", true_audio->ID3v1Tag());
    } else if (auto comment = dynamic_cast<Ogg::XiphComment *>(file->tag())) {
      visit("Vorbis comment", comment);
    }
  }
};

} // namespace

int ctaglib_read(int descriptor, ctaglib_kind kind, ctaglib_visitor visit, void *context) try {
  ctaglib::keep_eight_bit_text();
  auto input = ctaglib::stream(descriptor, true);
  if (!input) return -1;
  auto file = ctaglib::open(input.get(), kind);
  if (!file || !file->isValid()) return -1;
  Reader{visit, context}.read(file.get());
  return 0;
} catch (...) {
  return -1;
}

int ctaglib_read_id3v2(const char *bytes, size_t length, ctaglib_visitor visit,
                       void *context) try {
  ctaglib::keep_eight_bit_text();
  ByteVectorStream input(ByteVector(bytes, static_cast<unsigned>(length)));
  MPEG::File file(&input, ID3v2::FrameFactory::instance(), false);
  if (!file.isValid()) return -1;
  if (file.hasID3v2Tag()) Reader{visit, context}.visit(file.ID3v2Tag());
  return 0;
} catch (...) {
  return -1;
}
