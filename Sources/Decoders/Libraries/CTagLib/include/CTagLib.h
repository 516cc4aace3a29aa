#ifndef CTAGLIB_H
#define CTAGLIB_H
int ctaglib_placeholder(void);
#endif
