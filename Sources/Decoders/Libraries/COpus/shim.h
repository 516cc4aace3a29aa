#include <opus_multistream.h>
