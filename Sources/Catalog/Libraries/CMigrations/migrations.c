#include "CMigrations.h"

const struct mucat_migration mucat_migrations[] = {{0, 0}};
const int mucat_migration_count = 0;
