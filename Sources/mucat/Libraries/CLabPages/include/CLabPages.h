#ifndef CLABPAGES_H
#define CLABPAGES_H

/// A page of `mucat lab` without its data, embedded as zero-terminated text from Sources/mucat/Lab.
struct mucat_lab_page {
  /// What stands in the body.
  const char *body;
  /// All of its style sheets.
  const char *style;
  /// All of its scripts, in an order in which each knows those before it.
  const char *script;
};

/// The page of one track.
struct mucat_lab_page mucat_lab_track_page(void);

/// The page of a whole catalogue.
struct mucat_lab_page mucat_lab_library_page(void);

#endif
