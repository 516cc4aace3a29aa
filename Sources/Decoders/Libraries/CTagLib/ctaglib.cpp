#include "CTagLib.h"
int ctaglib_placeholder(void) { return 0; }
