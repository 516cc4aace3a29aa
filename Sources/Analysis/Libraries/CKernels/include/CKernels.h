#ifndef CKERNELS_H
#define CKERNELS_H

// The two loops in which analysis spends most of its time. Swift cannot compile a function for
// several processors and choose when the program starts; C can. Every variant does the same
// operations in the same order and rounds after each, so that a piece sounds the same to all
// machines.

/// How many frames, or ways, are computed together.
enum { mucat_lanes = 8 };
/// How many outputs of a convolution are computed together.
enum { mucat_outputs = 6 };

/// Rows of numbers, one per frame, at equal distances.
struct mucat_rows {
  float *first;
  long stride;
};

/// Adds up weighted rows: for each of up to six outputs and each frame,
/// bias + Σ over taps and rows of weight · input.
struct mucat_convolution {
  /// For each tap and row six weights.
  const float *weights;
  /// Six.
  const float *biases;
  /// Where each tap's rows begin, in numbers from the first row.
  const long *taps;
  long tap_count;
  long row_count;
  /// How many of the six outputs are wanted.
  long output_count;
  /// Whether what is below zero becomes zero.
  int is_rectified;
};

/// Computes `frame_count` frames, a multiple of eight. What is in `added` is added to each output;
/// its `first` is null for nothing. Frames need no alignment.
void mucat_convolve(const struct mucat_convolution *convolution, struct mucat_rows input,
                    long frame_count, struct mucat_rows added, struct mucat_rows output);

/// The ways into eight states that lie side by side.
struct mucat_ways {
  /// From the first of the eight states to where its first way comes from; the next state's comes
  /// from the next place, and each further way from one place on.
  int first_source;
  int way_count;
};

/// Finds the best way into each state: the greatest of `scores[source] + cost`, and of several the
/// first, or `other` where no way is better than that; then what the state is worth is added.
///
/// - Parameters:
///   - ways: One for each eight of `group_count · 8` states.
///   - costs: For each eight states, way by way, eight costs.
///   - scores: Of the places before; can be read from `first_source` of every eight states on.
///   - best: The greatest scores, one per state.
///   - sources: Where they come from; 255 for `other`. Places beyond 254 do not occur.
void mucat_choose_ways(const struct mucat_ways *ways, long group_count, const float *costs,
                       const float *scores, const float *other, const float *worth, float *best,
                       unsigned char *sources);

#endif
