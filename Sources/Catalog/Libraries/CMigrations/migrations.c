#include "CMigrations.h"

// One array and one line of the table for each file of migrations/, in order.

static const char sql_0001[] = {
#embed "../../../../migrations/0001_catalogue.sql" suffix(,)
  0};

static const struct mucat_migration migrations[] = {
  {"0001_catalogue", sql_0001},
};

const int mucat_migration_count = sizeof migrations / sizeof *migrations;

struct mucat_migration mucat_migration_at(int index) { return migrations[index]; }
