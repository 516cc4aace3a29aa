#include "CLabPages.h"

// The files of Sources/mucat/Lab/Page, so that the program stays one file.

static const char track_body[] = {
#embed "../../Lab/Page/track/page.html" suffix(,)
  0};

static const char track_style[] = {
#embed "../../Lab/Page/shared/base.css" suffix(,)
#embed "../../Lab/Page/track/track.css" suffix(,)
  0};

static const char track_script[] = {
#embed "../../Lab/Page/shared/text.js" suffix(,)
#embed "../../Lab/Page/shared/document.js" suffix(,)
#embed "../../Lab/Page/track/data.js" suffix(,)
#embed "../../Lab/Page/track/grid.js" suffix(,)
#embed "../../Lab/Page/track/player.js" suffix(,)
#embed "../../Lab/Page/track/click.js" suffix(,)
#embed "../../Lab/Page/track/waveform.js" suffix(,)
#embed "../../Lab/Page/track/zoom.js" suffix(,)
#embed "../../Lab/Page/track/score.js" suffix(,)
#embed "../../Lab/Page/track/key.js" suffix(,)
#embed "../../Lab/Page/track/rhythm.js" suffix(,)
#embed "../../Lab/Page/track/structure.js" suffix(,)
#embed "../../Lab/Page/track/pace.js" suffix(,)
#embed "../../Lab/Page/track/instruments.js" suffix(,)
#embed "../../Lab/Page/track/loudness.js" suffix(,)
#embed "../../Lab/Page/track/montage.js" suffix(,)
#embed "../../Lab/Page/track/share.js" suffix(,)
#embed "../../Lab/Page/track/keyboard.js" suffix(,)
#embed "../../Lab/Page/track/main.js" suffix(,)
  0};

static const char library_body[] = {
#embed "../../Lab/Page/library/page.html" suffix(,)
  0};

static const char library_style[] = {
#embed "../../Lab/Page/shared/base.css" suffix(,)
#embed "../../Lab/Page/library/library.css" suffix(,)
  0};

static const char library_script[] = {
#embed "../../Lab/Page/shared/text.js" suffix(,)
#embed "../../Lab/Page/shared/document.js" suffix(,)
#embed "../../Lab/Page/library/tracks.js" suffix(,)
#embed "../../Lab/Page/library/filter.js" suffix(,)
#embed "../../Lab/Page/library/table.js" suffix(,)
#embed "../../Lab/Page/library/wheel.js" suffix(,)
#embed "../../Lab/Page/library/histogram.js" suffix(,)
#embed "../../Lab/Page/library/main.js" suffix(,)
  0};

struct mucat_lab_page mucat_lab_track_page(void) {
  return (struct mucat_lab_page){track_body, track_style, track_script};
}

struct mucat_lab_page mucat_lab_library_page(void) {
  return (struct mucat_lab_page){library_body, library_style, library_script};
}
