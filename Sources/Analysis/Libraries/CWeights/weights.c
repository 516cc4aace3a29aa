#include "CWeights.h"

static const unsigned char activity[] = {
#embed "../../Weights/activity.bin"
};

struct mucat_weights mucat_activity_weights(void) {
  return (struct mucat_weights){activity, sizeof activity};
}
