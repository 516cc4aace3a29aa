#include "CTagLib.h"

#include <memory>
#include <unistd.h>

#include <taglib/aifffile.h>
#include <taglib/apefile.h>
#include <taglib/asffile.h>
#include <taglib/flacfile.h>
#include <taglib/id3v2framefactory.h>
#include <taglib/mp4file.h>
#include <taglib/mpcfile.h>
#include <taglib/mpegfile.h>
#include <taglib/oggflacfile.h>
#include <taglib/opusfile.h>
#include <taglib/speexfile.h>
#include <taglib/tfilestream.h>
#include <taglib/tpropertymap.h>
#include <taglib/trueaudiofile.h>
#include <taglib/vorbisfile.h>
#include <taglib/wavfile.h>
#include <taglib/wavpackfile.h>

namespace {

/* The file of a kind, without reading its audio properties: those are measured elsewhere. */
std::unique_ptr<TagLib::File> open(TagLib::IOStream *stream, ctaglib_kind kind) {
  using namespace TagLib;
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

/* A stream that closes its own copy of the descriptor. */
std::unique_ptr<TagLib::FileStream> stream(int descriptor, bool read_only) {
  int copy = dup(descriptor);
  if (copy < 0) return nullptr;
  auto result = std::make_unique<TagLib::FileStream>(copy, read_only);
  if (!result->isOpen()) {
    close(copy);
    return nullptr;
  }
  result->seek(0);
  return result;
}

} // namespace

int ctaglib_read(int descriptor, ctaglib_kind kind, ctaglib_visitor visit, void *context) try {
  auto input = stream(descriptor, true);
  if (!input) return -1;
  auto file = open(input.get(), kind);
  if (!file || !file->isValid()) return -1;
  const TagLib::PropertyMap properties = file->properties();
  for (const auto &property : properties) {
    const auto name = property.first.to8Bit(true);
    for (const auto &text : property.second) {
      const auto value = text.to8Bit(true);
      visit(context, name.data(), name.size(), value.data(), value.size());
    }
  }
  return 0;
} catch (...) {
  return -1;
}

int ctaglib_write(int descriptor, ctaglib_kind kind, const char *name, const char *value) try {
  using TagLib::String;
  auto output = stream(descriptor, false);
  if (!output) return -1;
  auto file = open(output.get(), kind);
  if (!file || !file->isValid()) return -1;
  TagLib::PropertyMap properties = file->properties();
  properties.replace(String(name, String::UTF8), TagLib::StringList(String(value, String::UTF8)));
  file->setProperties(properties);
  return file->save() ? 0 : -1;
} catch (...) {
  return -1;
}
