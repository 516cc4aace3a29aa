#ifndef CMIGRATIONS_H
#define CMIGRATIONS_H

/// The SQL of each migration, in order, embedded from migrations/ at the top of the repository.
struct mucat_migration {
  const char *name;
  const char *sql;
};

extern const struct mucat_migration mucat_migrations[];
extern const int mucat_migration_count;

#endif
