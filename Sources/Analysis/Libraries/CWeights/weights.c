#include "CWeights.h"

static const unsigned char activity[] = {
#embed "../../Weights/activity.bin"
};

struct mucat_weights mucat_activity_weights(void) {
  return (struct mucat_weights){activity, sizeof activity};
}

static const unsigned char key[] = {
#embed "../../Weights/key.bin"
};

struct mucat_weights mucat_key_weights(void) {
  return (struct mucat_weights){key, sizeof key};
}
