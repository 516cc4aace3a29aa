#include "CKernels.h"
#include "variants.h"

// Each weight serves eight frames; six sums of eight frames stay in registers.
MUCAT_VARIANTS
void mucat_convolve(const struct mucat_convolution *convolution, struct mucat_rows input,
                    long frame_count, struct mucat_rows added, struct mucat_rows output) {
  const float *biases = convolution->biases;
  const long tap_count = convolution->tap_count, row_count = convolution->row_count;
  for (long frame = 0; frame < frame_count; frame += mucat_lanes) {
    float8 a = biases[0], b = biases[1], c = biases[2], d = biases[3], e = biases[4], f = biases[5];
    const float *weight = convolution->weights;
    for (long tap = 0; tap < tap_count; tap++) {
      const float *row = input.first + convolution->taps[tap] + frame;
      for (long index = 0; index < row_count; index++) {
        const float8 x = *(const loose_float8 *)row;
        a += x * weight[0];
        b += x * weight[1];
        c += x * weight[2];
        d += x * weight[3];
        e += x * weight[4];
        f += x * weight[5];
        weight += mucat_outputs;
        row += input.stride;
      }
    }
    const float8 sums[mucat_outputs] = {a, b, c, d, e, f};
    for (long index = 0; index < convolution->output_count; index++) {
      float8 sum = sums[index];
      if (added.first) sum += *(const loose_float8 *)(added.first + index * added.stride + frame);
      if (convolution->is_rectified) sum = sum < 0 ? (float8)0 : sum;
      *(loose_float8 *)(output.first + index * output.stride + frame) = sum;
    }
  }
}
