#ifndef VARIANTS_H
#define VARIANTS_H

/// Compiled twice, for processors with AVX2 and for all others, and chosen when the program starts.
#if defined(__x86_64__)
#define MUCAT_VARIANTS __attribute__((target_clones("avx2", "default")))
#else
#define MUCAT_VARIANTS
#endif

// What is multiplied and added in one step is rounded once instead of twice, on some processors.
#pragma STDC FP_CONTRACT OFF

typedef float float8 __attribute__((ext_vector_type(8)));
typedef int int8 __attribute__((ext_vector_type(8)));
typedef unsigned char byte8 __attribute__((ext_vector_type(8)));
// The same at any address.
typedef float8 loose_float8 __attribute__((aligned(4)));
typedef byte8 loose_byte8 __attribute__((aligned(1)));

#endif
