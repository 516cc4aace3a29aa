#include "CChromaprint.h"

#include <chromaprint.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

// The prototypes are the header's, so that the compiler checks every call.
static struct {
  int is_available;
  typeof(&chromaprint_new) new;
  typeof(&chromaprint_free) free;
  typeof(&chromaprint_start) start;
  typeof(&chromaprint_feed) feed;
  typeof(&chromaprint_finish) finish;
  typeof(&chromaprint_get_raw_fingerprint) get_raw_fingerprint;
  typeof(&chromaprint_encode_fingerprint) encode_fingerprint;
  typeof(&chromaprint_decode_fingerprint) decode_fingerprint;
  typeof(&chromaprint_dealloc) dealloc;
} library;

static void load(void) {
  void *handle = dlopen("libchromaprint.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (!handle) return;
#define FIND(name) (library.name = (typeof(library.name))dlsym(handle, "chromaprint_" #name))
  library.is_available = FIND(new) && FIND(free) && FIND(start) && FIND(feed) && FIND(finish)
      && FIND(get_raw_fingerprint) && FIND(encode_fingerprint) && FIND(decode_fingerprint)
      && FIND(dealloc);
#undef FIND
}

int cchromaprint_is_available(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return library.is_available;
}

void *cchromaprint_start(int sample_rate) {
  ChromaprintContext *context = library.new(CHROMAPRINT_ALGORITHM_TEST2);
  if (!context) return NULL;
  if (library.start(context, sample_rate, 1)) return context;
  library.free(context);
  return NULL;
}

int cchromaprint_feed(void *stream, const int16_t *samples, int count) {
  return library.feed(stream, samples, count);
}

int cchromaprint_finish(void *stream, uint32_t **values, int *count) {
  *values = NULL;
  *count = 0;
  return library.finish(stream) && library.get_raw_fingerprint(stream, values, count);
}

void cchromaprint_end(void *stream) { library.free(stream); }

int cchromaprint_pack(const uint32_t *values, int count, char **bytes, int *byte_count) {
  *bytes = NULL;
  *byte_count = 0;
  return library.encode_fingerprint(
      values, count, CHROMAPRINT_ALGORITHM_TEST2, bytes, byte_count, 0);
}

int cchromaprint_unpack(const char *bytes, int byte_count, uint32_t **values, int *count) {
  int algorithm = -1;
  *values = NULL;
  *count = 0;
  if (!library.decode_fingerprint(bytes, byte_count, values, count, &algorithm, 0)) return 0;
  if (algorithm == CHROMAPRINT_ALGORITHM_TEST2) return 1;
  library.dealloc(*values);
  *values = NULL;
  return 0;
}

void cchromaprint_release(void *memory) { library.dealloc(memory); }
