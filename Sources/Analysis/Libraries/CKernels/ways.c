#include "CKernels.h"
#include "variants.h"

MUCAT_VARIANTS
void mucat_choose_ways(const struct mucat_ways *ways, long group_count, const float *costs,
                       const float *scores, const float *other, const float *worth, float *best,
                       unsigned char *sources) {
  const int8 places = {0, 1, 2, 3, 4, 5, 6, 7};
  for (long group = 0; group < group_count; group++) {
    float8 greatest = *(const loose_float8 *)(other + mucat_lanes * group);
    int8 source = 255;
    int8 place = places + ways[group].first_source;
    const float *score = scores + ways[group].first_source;
    for (int way = 0; way < ways[group].way_count; way++) {
      const float8 found = *(const loose_float8 *)score + *(const loose_float8 *)costs;
      const int8 is_better = found > greatest;
      greatest = is_better ? found : greatest;
      source = is_better ? place : source;
      place += 1;
      score += 1;
      costs += mucat_lanes;
    }
    greatest += *(const loose_float8 *)(worth + mucat_lanes * group);
    *(loose_float8 *)(best + mucat_lanes * group) = greatest;
    *(loose_byte8 *)(sources + mucat_lanes * group) = __builtin_convertvector(source, byte8);
  }
}
