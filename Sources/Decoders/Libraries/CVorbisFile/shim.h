/* The static callback tables are mutable C globals, which Swift 6 rejects. */
#define OV_EXCLUDE_STATIC_CALLBACKS
#include <vorbis/vorbisfile.h>
