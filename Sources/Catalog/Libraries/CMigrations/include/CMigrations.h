#ifndef CMIGRATIONS_H
#define CMIGRATIONS_H

/// One SQL file of migrations/ at the top of the repository, embedded as zero-terminated text.
struct mucat_migration {
  const char *name;
  const char *sql;
};

/// How many there are.
extern const int mucat_migration_count;

/// The migration at an index from 0, oldest first.
struct mucat_migration mucat_migration_at(int index);

#endif
