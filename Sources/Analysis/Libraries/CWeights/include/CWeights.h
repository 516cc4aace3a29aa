#ifndef CWEIGHTS_H
#define CWEIGHTS_H

/// A file of Sources/Analysis/Weights, embedded as it is.
struct mucat_weights {
  const void *bytes;
  long byte_count;
};

/// The network that follows beats and instruments; Network/WeightFile.swift knows the format.
struct mucat_weights mucat_activity_weights(void);

/// The network that hears keys; the same format.
struct mucat_weights mucat_key_weights(void);

#endif
